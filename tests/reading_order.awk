# Whether each file of src/ includes only what README's list names above it, beside it on the same
# line, or in the same folder:
#
#   git grep '#include "' src | awk -f tests/reading_order.awk README.md -
#
# Prints every include that points down, and ends with 1 if there is one.

FNR == NR {
  if (/^src\//) {
    ++line
    for (i = 1; i <= NF && $i ~ /^src\//; ++i) {
      name = $i
      sub(/,$/, "", name)
      place[name] = line
    }
  }
  next
}

# A file is listed by itself (a source file as its header), or as part of its folder.
function place_of(file) {
  sub(/\.cpp$/, ".h", file)
  if (file in place) return place[file]
  while (sub(/[^\/]+\/?$/, "", file) && file != "")
    if (file in place) return place[file]
  return 0
}
function folder_of(file) { sub(/[^\/]*$/, "", file); return file }

{
  split($0, parts, ":")
  file = parts[1]
  used = $0
  sub(/^[^"]*"/, "", used)
  sub(/".*/, "", used)
  used = "src/" used
  ++includes
  own = place_of(file)
  its = place_of(used)
  if (own == 0) { print file ": not in README's list"; bad = 1 }
  if (its > own && folder_of(file) != folder_of(used)) {
    print file " uses " used ", which README's list has below it"
    bad = 1
  }
}

END {
  if (line < 10 || includes < 100) { print "README's list or the includes were not found"; bad = 1 }
  exit bad
}
