# Which lines the tests ran, from the files of gcov:   count:line:text
# A line that is compiled many times, in a template or a header, was run if any of them was.
# Prints the share of each file; writes the lines that none ran to the file `uncovered`.
FNR == 1 { file = FILENAME; sub(/\.gcov$/, "", file); gsub(/#/, "/", file) }
/^ *([0-9]+\*?|#####|=====): *[1-9][0-9]*:/ {
  split($0, part, ":")
  line = file ":" part[2] + 0
  if (!(line in run)) { run[line] = 0; source[line] = $0; sub(/^[^:]*:[^:]*:/, "", source[line]) }
  if (part[1] !~ /[#=]/) run[line] = 1
}
END {
  printf "" > uncovered
  for (line in run) {
    file = line; sub(/:.*/, "", file)
    lines[file]++; covered[file] += run[line]
    if (!run[line]) print line ":" source[line] > uncovered
  }
  for (file in lines) {
    printf "%6.1f %% of %4d  %s\n", 100 * covered[file] / lines[file], lines[file], file
    all += lines[file]; ran += covered[file]
  }
  printf "%6.1f %% of %4d  all of src/\n", 100 * ran / all, all
}
