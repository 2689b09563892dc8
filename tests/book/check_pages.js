// Opens pages of the book one after another in a frame, examines each, and writes what is wrong
// with them into the document: a line for each fault, and "examined N" at the end. `todo` is a list
// of {page, width, theme}.
'use strict';
const report = document.getElementById('report');
const fault = (text) => report.append(text + '\n');

const open = (page, width) => new Promise((done) => {
  const frame = document.createElement('iframe');
  frame.style.cssText = `border:0;height:900px;width:${width}px`;
  frame.onload = () => done(frame);
  frame.src = page;
  document.body.append(frame);
});
const rest = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// ---- contrast, as WCAG counts it
const numbers = (colour) => {
  const found = (colour.match(/[\d.]+/g) || []).map(Number);
  return found.length < 3 ? null : [found[0], found[1], found[2], found.length > 3 ? found[3] : 1];
};
const luminance =
    ([r, g, b]) => [r, g, b]
                       .map((v) => v / 255)
                       .map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
                       .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
const over =
    (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
const contrast = (a, b) => {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};
const backdrop = (element, view) => {
  const layers = [];
  for (let e = element; e; e = e.parentElement) {
    const paper = e.tagName === 'svg' ? e.querySelector(':scope > .paper') : null;
    const colour = numbers(
        paper ? view.getComputedStyle(paper).fill : view.getComputedStyle(e).backgroundColor);
    if (colour && colour[3] > 0) layers.push(colour);
    if (colour && colour[3] === 1) break;
  }
  return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255, 1]);
};
// What lies below a text of a picture where its middle is: shapes, and the page.
const below = (element, view) => {
  const box = element.getBoundingClientRect();
  const pile = element.ownerDocument.elementsFromPoint(
      box.left + box.width / 2, box.top + box.height / 2);
  const at = pile.indexOf(element);
  if (at < 0) return null;  // scrolled out of sight; it is in sight where the page is wider
  const layers = [];
  for (const e of pile.slice(at + 1)) {
    if (!(e instanceof view.SVGGeometryElement)) continue;
    const style = view.getComputedStyle(e), colour = numbers(style.fill);
    if (colour) layers.push([...colour.slice(0, 3), colour[3] * style.opacity * style.fillOpacity]);
  }
  return layers.reverse().reduce((under, top) => over(top, under),
                                 backdrop(element.closest('svg'), view));
};
const checkContrast = (document, view, name) => {
  let worst = null, texts = 0;
  for (const element of document.body.querySelectorAll('*')) {
    const words = [...element.childNodes]
                      .filter((n) => n.nodeType === 3 && n.data.trim())
                      .map((n) => n.data)
                      .join('');
    if (!words || /^(SCRIPT|STYLE|TITLE|DESC|OPTION)$/i.test(element.tagName)) continue;
    if (element.closest('title, desc, defs, [disabled]')) continue;
    if (!element.checkVisibility({visibilityProperty: true})) continue;
    const style = view.getComputedStyle(element);
    const own = numbers(element instanceof view.SVGElement ? style.fill : style.color);
    if (!own || own[3] === 0) continue;
    const ground =
        element instanceof view.SVGElement ? below(element, view) : backdrop(element, view);
    if (!ground) continue;
    const ratio = contrast(over(own, ground), ground);
    const size = parseFloat(style.fontSize),
          large = size >= 24 || (size >= 18.66 && style.fontWeight >= 600);
    ++texts;
    if (ratio < (large ? 3 : 4.5) && (!worst || ratio < worst.ratio))
      worst = {
        ratio,
        words: words.trim().slice(0, 40),
        mark: `${element.tagName} ${element.getAttribute('class') || ''}`
      };
  }
  if (texts < 10) fault(`${name}: only ${texts} texts`);
  if (worst)
    fault(`${name}: contrast ${worst.ratio.toFixed(2)} of "${worst.words}" (${worst.mark})`);
};

const checkPage = async ({page, width, theme}) => {
  const name = `${page} ${width} ${theme}`;
  const frame = await open(page, width), document = frame.contentDocument,
        view = frame.contentWindow;
  document.documentElement.dataset.theme = theme;
  // All of it in sight, so that one can ask what lies where.
  frame.style.height = document.documentElement.scrollHeight + 'px';
  if (!document.querySelector('main h1')) fault(`${name}: no heading`);
  if (document.documentElement.scrollWidth > width) {
    const wide = [...document.querySelectorAll('body *')]
                     .filter(
                         (e) => e.getBoundingClientRect().right > width + 1 &&
                             !e.closest('.pic, .wide, pre, .formula, .view'))
                     .map((e) => e.tagName + '.' + e.className)[0];
    fault(`${name}: ${document.documentElement.scrollWidth} pixels wide (${wide})`);
  }
  for (const picture of document.querySelectorAll('img, svg')) {
    if (picture.closest('[aria-hidden=true]') || picture.parentElement.closest('svg')) continue;
    const title = picture.querySelector(':scope > title');
    if (!(picture.getAttribute('alt') || picture.getAttribute('aria-label') ||
          picture.getAttribute('aria-labelledby') || (title && title.textContent)))
      fault(`${name}: a picture without an alternative text`);
  }
  for (const control of document.querySelectorAll('input, select, textarea, button'))
    if (!(control.labels && control.labels.length) && !control.getAttribute('aria-label') &&
        !control.getAttribute('aria-labelledby') &&
        !(control.tagName === 'BUTTON' && control.textContent.trim()))
      fault(`${name}: a control without a name: ${control.outerHTML.slice(0, 80)}`);
  for (const entry of view.performance.getEntriesByType('resource'))
    if (!/^(file|data|blob):/.test(entry.name)) fault(`${name}: asked for ${entry.name}`);
  checkContrast(document, view, name);
  frame.remove();
};

// ---- search, the switch of light and dark, and that of two runs
const checkSearch = async () => {
  const frame = await open('index.html', 1200), view = frame.contentWindow;
  let document = frame.contentDocument;
  view.document.dispatchEvent(new view.KeyboardEvent('keydown', {key: '/', bubbles: true}));
  const field = document.getElementById('search'), found = document.getElementById('found');
  if (document.activeElement !== field) fault('search: / does not lead to the field');
  const type = async (words) => {
    field.value = words;
    field.dispatchEvent(new view.Event('input', {bubbles: true}));
    for (let i = 0; i < 50 && found.hidden; ++i) await rest(20);
  };
  const key = (name) =>
      field.dispatchEvent(new view.KeyboardEvent('keydown', {key: name, bubbles: true}));
  await type('zyzzyva');
  if (!/Nothing has/.test(found.textContent)) fault('search: finds a word that is nowhere');
  await type('half-turn law');
  const first = found.querySelector('a');
  if (!first || !first.getAttribute('href').startsWith('06_rope.html#'))
    fault('search: the half-turn law is not found in lesson 06');
  if (first && !first.querySelector('mark')) fault('search: the words are not marked');
  key('Escape');
  if (!found.hidden) fault('search: Escape does not close it');
  await type('slope');
  key('ArrowDown');
  const second = found.querySelectorAll('a')[1];
  if (!second || second.getAttribute('aria-selected') !== 'true')
    fault('search: the arrow does not go to the second');
  const goal = second && second.href;
  const arrived = new Promise((done) => {
    frame.onload = done;
  });
  key('Enter');
  await arrived;
  if (frame.contentWindow.location.href !== goal) fault('search: Enter does not lead there');
  frame.remove();
};
const checkTheme = async () => {
  const paper = (frame) =>
      frame.contentWindow.getComputedStyle(frame.contentDocument.body).backgroundColor;
  const frame = await open('07_alibi.html', 1200), before = paper(frame);
  const label = () =>
      frame.contentWindow.getComputedStyle(frame.contentDocument.querySelector('.pic text')).fill;
  const ink = label();
  frame.contentDocument.getElementById('theme').click();
  if (paper(frame) === before) fault('theme: the button changes nothing');
  if (label() === ink) fault('theme: the pictures do not follow');
  const after = paper(frame), other = await open('08_relative.html', 1200);
  if (paper(other) !== after) fault('theme: the next page does not know');
  frame.contentDocument.getElementById('theme').click();
  if (paper(frame) !== before) fault('theme: the button does not change it back');
  frame.remove();
  other.remove();
};
const checkSwitch = async () => {
  const frame = await open('06_rope.html', 1200);
  const pressed = [...frame.contentDocument.querySelectorAll('.switch button')].filter(
      (b) => b.dataset.show === 'printed');
  if (pressed.length !== 2)
    fault(`switch: ${pressed.length} of them, a picture and a table were expected`);
  for (const button of pressed) {
    const place = button.closest('.switch').parentElement;
    const shown = () => [...place.querySelectorAll('[data-which]')]
                            .filter((e) => e.checkVisibility())
                            .map((e) => e.dataset.which)
                            .join();
    if (shown() !== 'own') fault('switch: the own run is not shown first');
    button.click();
    if (shown() !== 'printed') fault('switch: it does not show the printed one');
  }
  frame.remove();
};

(async () => {
  for (const one of todo) await checkPage(one);
  await checkSearch();
  await checkTheme();
  await checkSwitch();
  report.append(`examined ${todo.length}`);
})().catch((error) => fault(`the check broke: ${error.stack}`));
