// What every page of the book does: light and dark, search, the switch between two runs, contents
// that follow the reader. Without it every page can be read.
'use strict';
(() => {
  const root = document.documentElement;

  // ---- light and dark: by the system, until the reader says otherwise
  const prefersDark = matchMedia('(prefers-color-scheme: dark)');
  document.getElementById('theme').addEventListener('click', () => {
    const now = root.dataset.theme || (prefersDark.matches ? 'dark' : 'light');
    root.dataset.theme = now === 'dark' ? 'light' : 'dark';
    try {
      localStorage.setItem('whereabouts-theme', root.dataset.theme);
    } catch {  // not kept
    }
    document.dispatchEvent(new Event('whereabouts-theme'));
  });

  // ---- search: every word must occur, as the beginning of a word; headings count most
  const field = document.getElementById('search'), found = document.getElementById('found');
  let sections = null, chosen = -1;
  const load = () => {  // the text of all pages, only when somebody searches
    if (sections || document.getElementById('search-text')) return;
    const script = document.createElement('script');
    script.id = 'search-text';
    script.src = 'search.js';
    document.head.append(script);
  };
  window.whereaboutsSearch = (entries) => {
    sections = entries.map(([page, href, heading, text]) => ({
                             page,
                             href,
                             heading,
                             text,
                             low: text.toLowerCase(),
                             head: (page + ' ' + heading).toLowerCase()
                           }));
    show();
  };
  const literal = (word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const search = (words) => {
    const patterns = words.map((word) => new RegExp('(^|[^a-z0-9])' + literal(word), 'g'));
    return sections
        .map((section) => {
          let score = 0;
          for (const pattern of patterns) {
            const inHead = (section.head.match(pattern) || []).length;
            const inText = (section.low.match(pattern) || []).length;
            if (inHead + inText === 0) return null;
            score += 8 * Math.min(inHead, 1) + Math.min(inText, 6);
          }
          return {section, score};
        })
        .filter(Boolean)
        .sort((a, b) => b.score - a.score)
        .slice(0, 12);
  };
  const around = (section, words) => {  // some text around the first word, with all words marked
    const at = words.map((word) => section.low.indexOf(word))
                   .filter((i) => i >= 0)
                   .sort((a, b) => a - b)[0] ||
        0;
    const from = Math.max(0, section.text.lastIndexOf(' ', Math.max(0, at - 50)) + 1);
    const line = document.createElement('small');
    const pieces = section.text.slice(from, from + 170)
                       .split(new RegExp('(' + words.map(literal).join('|') + ')', 'i'));
    pieces.forEach((piece, i) => {
      if (i % 2 === 0) return line.append(piece);
      const mark = document.createElement('mark');
      mark.textContent = piece;
      line.append(mark);
    });
    return line;
  };
  const choose = (index) => {
    const links = [...found.querySelectorAll('a')];
    if (links.length === 0) return;
    chosen = (index + links.length) % links.length;
    links.forEach((link, i) => link.setAttribute('aria-selected', i === chosen));
    field.setAttribute('aria-activedescendant', links[chosen].id);
    links[chosen].scrollIntoView({block: 'nearest'});
  };
  const close = () => {
    found.hidden = true;
    field.setAttribute('aria-expanded', 'false');
    field.removeAttribute('aria-activedescendant');
  };
  const show = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0 || !sections) return close();
    const results = search(words);
    found.replaceChildren();
    results.forEach(({section}, i) => {
      const link = document.createElement('a');
      link.id = 'found-' + i;
      link.href = section.href;
      link.setAttribute('role', 'option');
      const title = document.createElement('strong');
      title.textContent = section.heading;
      link.append(title);
      if (section.page !== section.heading) link.append(' · ' + section.page);
      link.append(around(section, words));
      link.addEventListener('click', close);
      found.append(link);
    });
    if (results.length === 0) {
      const nothing = document.createElement('p');
      nothing.textContent = 'Nothing has all of these words.';
      found.append(nothing);
    }
    found.hidden = false;
    field.setAttribute('aria-expanded', 'true');
    choose(0);
  };
  field.addEventListener('focus', load);
  field.addEventListener('input', () => {
    load();
    show();
  });
  field.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      choose(chosen + (event.key === 'ArrowDown' ? 1 : -1));
    } else if (event.key === 'Enter') {
      const link = found.querySelectorAll('a')[chosen];
      if (link && !found.hidden) link.click();
    } else if (event.key === 'Escape') {
      close();
    }
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey ||
        /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName))
      return;
    event.preventDefault();
    field.focus();
    field.select();
  });
  document.addEventListener('click', (event) => {
    if (!event.target.closest('.search')) close();
  });

  // ---- your run, or the printed one
  for (const button of document.querySelectorAll('.switch button')) {
    button.addEventListener('click', () => {
      const place = button.closest('.switch').parentElement;
      for (const other of place.querySelectorAll('.switch button'))
        other.setAttribute('aria-pressed', other === button);
      for (const one of place.querySelectorAll('[data-which]'))
        one.hidden = one.dataset.which !== button.dataset.show;
    });
  }

  // ---- contents: closed on a phone, and the part that is read is marked
  const contents = document.querySelector('.contents details');
  if (contents) {
    if (!matchMedia('(min-width: 64rem)').matches) contents.open = false;
    const links = new Map(
        [...contents.querySelectorAll('a')].map((a) => [decodeURIComponent(a.hash.slice(1)), a]));
    const mark = () => {
      let current = null;
      for (const id of links.keys())
        if (document.getElementById(id).getBoundingClientRect().top < innerHeight / 3) current = id;
      for (const [id, link] of links)
        id === current ? link.setAttribute('aria-current', 'true') :
                         link.removeAttribute('aria-current');
    };
    addEventListener('scroll', mark, {passive: true});
    mark();
  }

  // ---- what can be scrolled sideways fades where there is more, and is reached by the keyboard
  const scrolled = document.querySelectorAll('.pic, .wide, .formula, pre');
  const fade = (box) =>
      box.classList.toggle('more', box.scrollLeft + box.clientWidth < box.scrollWidth - 2);
  const reach = () => {
    for (const box of scrolled) {
      box.tabIndex = box.scrollWidth > box.clientWidth ? 0 : -1;
      fade(box);
    }
  };
  for (const box of scrolled) box.addEventListener('scroll', () => fade(box), {passive: true});
  addEventListener('resize', reach);
  reach();

  // ---- on paper the answers are there
  addEventListener('beforeprint', () => {
    for (const details of document.querySelectorAll('main details')) details.open = true;
  });
})();
