// Runs in a page, with geometry.js: finds the texts and targets that are shown, and where. Each evaluation runs the
// module again, so that it may remember what it found: meanwhile nothing moves.

/** Boxes of one pixel, whose content is for screen readers alone. */
const unseen = [...document.body.querySelectorAll('*')].filter(
  (element) => element.clientWidth === 1 && getComputedStyle(element).clipPath !== 'none',
)

/**
 * @template {object} Key
 * @template Value
 * @param {(key: Key) => Value} find
 * @returns {(key: Key) => Value}
 */
export function remembered(find) {
  /** @type {Map<Key, Value>} */
  const found = new Map()
  return (key) => {
    const known = found.get(key)
    if (known !== undefined) return known
    const value = find(key)
    found.set(key, value)
    return value
  }
}

export const isShown = remembered(findShown)

/** @param {Element} element @returns {boolean} */
function findShown(element) {
  if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) return false
  const { width, height } = element.getBoundingClientRect()
  return width > 1 && height > 1 && !unseen.some((box) => box.contains(element))
}

/** Controls and drawings hold text of their own kind. */
const NOT_TEXT = 'script, style, noscript, select, textarea, iframe, svg, title'

/**
 * The texts that people read, each with the element around it.
 * @returns {{ node: Text, element: Element }[]}
 */
export const shownTexts = () => textsIn(document.body)

const textsIn = remembered(findTexts)

/** @param {Element} body @returns {{ node: Text, element: Element }[]} */
function findTexts(body) {
  const found = []
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    const element = node.parentElement
    if (!(node instanceof Text) || node.data.trim() === '' || element === null) continue
    if (element.closest(NOT_TEXT) === null && isShown(element)) found.push({ node, element })
  }
  return found
}

export const rectsOf = remembered(findRects)

/** @param {Node} node @returns {DOMRect[]} */
function findRects(node) {
  const range = document.createRange()
  range.selectNodeContents(node)
  return [...range.getClientRects()].filter(({ width }) => width > 0)
}

/** @param {Iterable<DOMRect>} rects @returns {number} */
export function countLines(rects) {
  /** @type {number[]} */
  const middles = []
  for (const { top, height, width } of rects) {
    const middle = top + height / 2
    if (width > 0 && !middles.some((other) => Math.abs(other - middle) < height / 2)) middles.push(middle)
  }
  return middles.length
}

/** The box in which the text's lines are broken. @param {Element} element @returns {Element} */
export function blockOf(element) {
  let block = element
  while (/^(inline|contents)$/.test(getComputedStyle(block).display)) block = block.parentElement ?? document.body
  return block
}

/** @param {Element} element @returns {number} */
export function contentWidth(element) {
  const { paddingLeft, paddingRight } = getComputedStyle(element)
  return element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
}

/** As in a fault's sentence. @param {Element} element @returns {string} */
export function nameOf(element) {
  const classes = [...element.classList].map((name) => `.${name}`).join('')
  const text = (element.textContent ?? '').trim().replaceAll(/\s+/g, ' ')
  return `${element.tagName.toLowerCase()}${classes} “${text.slice(0, 40)}”`
}

/** The elements that people can use. Of a radio button or check box, the label around it is the target. @returns {Element[]} */
export function shownTargets() {
  const controls = document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')
  const targets = [...controls].map((control) => control.closest('label') ?? control)
  return [...new Set(targets)].filter(isShown)
}

/** The box that reacts: a link may be drawn out over its whole row. @param {Element} target @returns {Element} */
export function boxOf(target) {
  const { position, content } = getComputedStyle(target, '::after')
  if (position !== 'absolute' || content === 'none') return target
  let row = target
  while (getComputedStyle(row).position === 'static') row = row.parentElement ?? document.body
  return row
}

/** A link among words, which cannot be larger than its line. @param {Element} element @returns {boolean} */
export function isWithinSentence(element) {
  const around = element.parentElement
  if (around === null || !element.matches('a') || !around.matches('p, li, dd, td, span, small, label')) return false
  const links = [...around.querySelectorAll('a')].map((link) => link.textContent ?? '')
  const words = links.reduce((text, link) => text.replace(link, ''), around.textContent ?? '')
  return /[\p{L}\p{N}]/u.test(words)
}

/**
 * Whether an ellipsis stands for the rest of the text, and a link leads to all of it, or its title says all of it.
 * @param {Element} element
 * @returns {boolean}
 */
export function isShortened(element) {
  const { textOverflow, webkitLineClamp } = getComputedStyle(element)
  if (webkitLineClamp !== 'none') return element.closest('[title]') !== null
  return textOverflow === 'ellipsis' && element.closest('a[href]') !== null
}

/** Whether a menu or the like, which lies over the page, makes the element's content larger. @param {Element} element @returns {boolean} */
export function isHungOut(element) {
  const { right, bottom } = element.getBoundingClientRect()
  return [...element.querySelectorAll('*')].some((part) => {
    const box = part.getBoundingClientRect()
    return (box.right > right || box.bottom > bottom) && /absolute|fixed/.test(getComputedStyle(part).position)
  })
}
