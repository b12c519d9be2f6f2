// Runs in a page. Every exported function returns a sentence for each fault of the page as it is now.

import {
  blockOf,
  boxOf,
  contentWidth,
  countLines,
  isHungOut,
  isShortened,
  isShown,
  isWithinSentence,
  nameOf,
  rectsOf,
  remembered,
  shownTargets,
  shownTexts,
} from './shown.js'

/** Boxes of the layout are rounded to whole pixels, texts are not. */
const TOLERANCE = 1

/** @returns {string[]} */
export function unequalAmountEdges() {
  return [...document.querySelectorAll('dl, table, ol, ul')].flatMap((list) => {
    const amounts = [...list.querySelectorAll('dd, .money')].filter((amount) => {
      const isOwn = amount.closest('dl, table, ol, ul') === list
      return isOwn && isShown(amount) && /^(right|end)$/.test(getComputedStyle(amount).textAlign)
    })
    const columns = Map.groupBy(amounts, (amount) => columnOf(amount))
    return [...columns.values()].flatMap((column) => {
      const edges = column.map((amount) => Math.max(...rectsOf(amount).map(({ right }) => right)))
      const most = Math.max(...edges)
      return column.flatMap((amount, index) => {
        const missing = most - (edges[index] ?? most)
        return missing > TOLERANCE ? [`${nameOf(amount)} ends ${missing.toFixed(1)} px before the others`] : []
      })
    })
  })
}

/** @param {Element} amount @returns {number} */
function columnOf(amount) {
  const cell = amount.closest('td, th')
  return cell instanceof HTMLTableCellElement ? cell.cellIndex : 0
}

const PAY_BUTTON_HEIGHT = 48

/** @returns {string[]} */
export function wrongPayButtons() {
  return [...document.querySelectorAll('form.pay button[type=submit], form.pay button[value=pay], .wallets button')]
    .filter(isShown)
    .flatMap((button) => {
      const { height } = button.getBoundingClientRect()
      return height === PAY_BUTTON_HEIGHT ? [] : [`${nameOf(button)} is ${height} px high`]
    })
}

/** Banners of more than one line, but for alerts with a reason that somebody wrote. @returns {string[]} */
export function tallBanners() {
  return [...document.querySelectorAll('.banner:not(.alert)')]
    .filter((banner) => isShown(banner) && countLines(rectsOf(banner)) > 1)
    .map((banner) => `${nameOf(banner)} has ${countLines(rectsOf(banner))} lines`)
}

/** Elements whose content is wider than they are, unless they scroll, and texts that are cut off below. @returns {string[]} */
export function clippedTexts() {
  const clipped = [...document.body.querySelectorAll('*')].filter(
    (element) => isOverfull(element) && holdsText(element) && isClipped(element),
  )
  const innermost = clipped.filter((element) => !clipped.some((other) => other !== element && element.contains(other)))
  return innermost.map((element) => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element
    return `${nameOf(element)} holds ${scrollWidth} × ${scrollHeight} px in ${clientWidth} × ${clientHeight}`
  })
}

/** Most elements are not; it is the cheapest question about them. @param {Element} element @returns {boolean} */
function isOverfull({ scrollWidth, clientWidth, scrollHeight, clientHeight }) {
  return scrollWidth > clientWidth + TOLERANCE || scrollHeight > clientHeight + TOLERANCE
}

/** @param {Element} element @returns {boolean} */
function holdsText(element) {
  if (element.matches('input, select, textarea, iframe, option') || element.closest('svg') !== null) return false
  return element.clientWidth > 0 && (element.textContent ?? '').trim() !== '' && isShown(element)
}

/** @param {Element} element @returns {boolean} */
function isClipped(element) {
  const { overflowX, overflowY } = getComputedStyle(element)
  const isWider = element.scrollWidth > element.clientWidth + TOLERANCE && !/auto|scroll/.test(overflowX)
  const isTaller = element.scrollHeight > element.clientHeight + TOLERANCE && /hidden|clip/.test(overflowY)
  return (isWider || isTaller) && !isShortened(element) && !isHungOut(element)
}

const CARDS =
  '.card, .parts, .choices, .option, .notice, .banner, .button, .badge, td, th, fieldset, section, header, main, footer'

/** @returns {string[]} */
export function textsOutsideTheirCard() {
  return shownTexts().flatMap(({ node, element }) => {
    const card = element.closest(CARDS)
    if (card === null) return []
    const { left, right } = boundsOf(card)
    const leaving = rectsOf(node).filter((rect) => rect.right > right + TOLERANCE || rect.left < left - TOLERANCE)
    // Most texts do not; why one may is asked of the few others.
    if (leaving.length === 0 || isShortened(element) || scrollsBetween(element, card)) return []
    // The wide space of Japanese hangs out at the end of a line, where nobody sees it.
    const hung = node.data.includes('\u3000') ? Number.parseFloat(getComputedStyle(element).fontSize) : 0
    const isOutside = leaving.some((rect) => rect.right > right + TOLERANCE + hung || rect.left < left - TOLERANCE)
    return isOutside ? [`${nameOf(element)} leaves ${card.tagName.toLowerCase()}.${card.className}`] : []
  })
}

const boundsOf = remembered(findBounds)

/** @param {Element} element @returns {DOMRect} */
function findBounds(element) {
  return element.getBoundingClientRect()
}

/** @param {Element} element @param {Element} card @returns {boolean} */
function scrollsBetween(element, card) {
  for (let box = element; box !== card; box = box.parentElement ?? card) {
    if (/auto|scroll/.test(getComputedStyle(box).overflowX)) return true
  }
  return false
}

/** A line may end after a hyphen, a slash or the dash of a period, and between any two characters of these scripts; never at a hard space. */
const WORD = /[^ \t\r\n\-–—‐～〜/?&=|\u00ad\u200b\u3000]+/gu
const BREAKS_ANYWHERE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー、。（）「」・：]/u
/** Tokens of links are random: whether a line may end before one depends on its first character. */
const TOKEN = /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])\w{20,}$/
/** Before a part of such a token that follows a hyphen in it. */
const WITHIN_ADDRESS = /:\/\/\S*$/

const brokenWords = remembered(findBrokenWords)

/**
 * The words of the text that stand on two lines, with their widths.
 * @param {Text} node
 * @returns {{ word: string, width: number }[]}
 */
function findBrokenWords(node) {
  if (countLines(rectsOf(node)) < 2) return []
  const range = document.createRange()
  return [...node.data.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    if (BREAKS_ANYWHERE.test(word) || TOKEN.test(word)) return []
    if (WITHIN_ADDRESS.test(node.data.slice(0, index))) return []
    range.setStart(node, index)
    range.setEnd(node, index + word.length)
    const rects = [...range.getClientRects()]
    if (countLines(rects) < 2) return []
    return [{ word, width: rects.reduce((sum, rect) => sum + rect.width, 0) }]
  })
}

/** Whether it keeps its width beside a text: an amount, a drawing, a control. @param {Element} element @returns {boolean} */
function isRigid(element) {
  return element.matches('svg, img, input, button, select') || getComputedStyle(element).whiteSpace === 'nowrap'
}

/** @param {Element} row @returns {boolean} */
function isRow(row) {
  const { display, flexDirection } = getComputedStyle(row)
  return /flex$/.test(display) && flexDirection.startsWith('row')
}

/**
 * The width that a text could have: its whole row, without rigid parts beside it.
 * @param {Element} block
 * @param {Element} row
 * @returns {number}
 */
function roomIn(block, row) {
  const gap = Number.parseFloat(getComputedStyle(row).columnGap) || 0
  const beside = [...row.children].filter((other) => other !== block && isRigid(other) && isShown(other))
  const taken = beside.reduce((sum, other) => sum + other.getBoundingClientRect().width + gap, 0)
  return contentWidth(row) - taken
}

/** @param {Element} block @returns {number} */
function roomOf(block) {
  if (isRow(block)) return roomIn(block, block)
  const row = block.parentElement
  return row !== null && isRow(row) ? Math.max(contentWidth(block), roomIn(block, row)) : contentWidth(block)
}

/** Words on two lines that would fit one of their row. @returns {string[]} */
export function needlesslyCutWords() {
  return shownTexts().flatMap(({ node, element }) => {
    const block = blockOf(element)
    return brokenWords(node)
      .filter(({ width }) => width + TOLERANCE <= roomOf(block))
      .map(
        ({ word, width }) =>
          `${nameOf(element)}: “${word}” (${Math.round(width)} px) is cut in ${Math.round(roomOf(block))} px`,
      )
  })
}

const LABELS = 'dt, th, label, legend, summary, button, .button, .badge, .tabs a, .field .label'

/** Labels broken inside a word that would fit the list, even if their value had to move. @returns {string[]} */
export function brokenLabels() {
  return shownTexts().flatMap(({ node, element }) => {
    const label = element.closest(LABELS)
    // The name of an item is not a label: its amount stands beside it. Names of people and organizations are values.
    if (label === null || label.closest('.item') !== null || element.matches('bdi, .value')) return []
    const row = label.matches('dt') ? (label.parentElement ?? label) : label
    return brokenWords(node)
      .filter(({ width }) => width <= contentWidth(row))
      .map(({ word }) => `${nameOf(label)} is broken inside “${word}”`)
  })
}

const EVEN_LINES = 'h1, h2, h3, .field label, .button'
/** Of the widest line. */
const LONELY_PART_MAX = 0.3

/** Headings, labels and buttons whose last line is one short word that another one could join. @returns {string[]} */
export function lonelyWords() {
  return shownTexts().flatMap(({ node, element }) => {
    const title = element.closest(EVEN_LINES)
    if (title === null || countLines(rectsOf(node)) < 2 || BREAKS_ANYWHERE.test(node.data)) return []
    const lines = wordsByLine(node)
    const [last = [], before = []] = [lines.at(-1), lines.at(-2)]
    const [lonely, companion] = [last[0], before.at(-1)]
    if (lonely === undefined || companion === undefined || last.length > 1 || before.length < 2) return []
    const widest = Math.max(...rectsOf(node).map(({ width }) => width))
    const isShort = lonely.width < LONELY_PART_MAX * widest
    return isShort && lonely.width + companion.width < widest ? [`${nameOf(title)}: “${lonely.word}” stands alone`] : []
  })
}

/** @param {Text} node @returns {{ word: string, width: number }[][]} */
function wordsByLine(node) {
  const range = document.createRange()
  const words = [...node.data.matchAll(/[^ \t\r\n]+/g)].map(({ 0: word, index }) => {
    range.setStart(node, index)
    range.setEnd(node, index + word.length)
    const { bottom, width } = range.getBoundingClientRect()
    return { word, width, bottom: Math.round(bottom) }
  })
  return [...Map.groupBy(words, ({ bottom }) => bottom).values()]
}

/** @returns {string[]} */
export function sidewaysScrolling() {
  const { scrollWidth, clientWidth } = document.documentElement
  return scrollWidth > clientWidth ? [`The page is ${scrollWidth} px wide in ${clientWidth}`] : []
}

/** @returns {string[]} */
export function overlappingTargets() {
  const targets = shownTargets().map((target) => ({ target, rects: seenRects(target) }))
  return targets.flatMap(({ target, rects }, index) =>
    targets.slice(index + 1).flatMap((other) => {
      if (!rects.some((a) => other.rects.some((b) => overlap(a, b)))) return []
      return isMeant(target, other.target) ? [] : [`${nameOf(target)} lies over ${nameOf(other.target)}`]
    }),
  )
}

/** @typedef {{ left: number, right: number, top: number, bottom: number }} Box */

/** Of a target in a list that scrolls by itself only what is within the list. @param {Element} target @returns {Box[]} */
function seenRects(target) {
  /** @type {Box[]} */
  let rects = [...target.getClientRects()]
  for (let box = target.parentElement; box !== null && box !== document.body; box = box.parentElement) {
    if (!/auto|scroll/.test(getComputedStyle(box).overflowY)) continue
    const { left, right, top, bottom } = box.getBoundingClientRect()
    rects = rects.map((rect) => ({
      left: Math.max(left, rect.left),
      right: Math.min(right, rect.right),
      top: Math.max(top, rect.top),
      bottom: Math.min(bottom, rect.bottom),
    }))
  }
  return rects
}

/** @param {Element} target @param {Element} other @returns {boolean} */
function isMeant(target, other) {
  if (target.contains(other) || other.contains(target)) return true
  // The button that shows a password stands in its field.
  return layerOf(target) !== layerOf(other) || other.matches('.inside-button')
}

/** A layer over the page covers its targets on purpose. */
const layerOf = remembered(findLayer)

/** @param {Element} element @returns {Element} */
function findLayer(element) {
  for (let layer = element; layer.parentElement !== null; layer = layer.parentElement) {
    const { position, zIndex } = getComputedStyle(layer)
    if (/fixed|sticky/.test(position) || (position === 'absolute' && zIndex !== 'auto')) return layer
  }
  return document.body
}

/** @param {Box} a @param {Box} b @returns {boolean} */
function overlap(a, b) {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  return width > TOLERANCE && height > TOLERANCE
}

const TARGET_MIN = 44

/** @returns {string[]} */
export function smallTargets() {
  return shownTargets()
    .filter((target) => !isWithinSentence(target))
    .flatMap((target) => {
      const { width, height } = boxOf(target).getBoundingClientRect()
      // A field has its label beside it, so only its height counts.
      return Math.round(height) >= TARGET_MIN && (Math.round(width) >= TARGET_MIN || isText(target))
        ? []
        : [`${nameOf(target)} is ${Math.round(width)} × ${Math.round(height)} px`]
    })
}

const VISIBLE_MIN = 24
/** Everything that people act on, fields and items of menus too. */
const CONTROLS =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [role^=menuitem], [role=option], [role=tab]'

/**
 * Controls that nobody sees, or that are smaller than a pointer needs, whatever the window's width. A check box counts with
 * its label, a link with the row over which it is drawn out.
 * @returns {string[]}
 */
export function unseenControls() {
  return [...document.querySelectorAll(CONTROLS)].filter(isForPeople).flatMap((control) => {
    const target = control.closest('label') ?? control
    if (isWithinSentence(target)) return []
    const { width, height } = boxOf(target).getBoundingClientRect()
    const isSeen = control.checkVisibility({ opacityProperty: true }) && isShown(target)
    return isSeen && Math.round(Math.min(width, height)) >= VISIBLE_MIN
      ? []
      : [`${nameOf(control)} is ${Math.round(width)} × ${Math.round(height)} px${isSeen ? '' : ' and cannot be seen'}`]
  })
}

/** The way past the navigation appears with the focus; fields that nobody sees are for browsers. @param {Element} control @returns {boolean} */
function isForPeople(control) {
  const isHidden = control.matches('.skip') || control.closest('[aria-hidden=true], [inert]') !== null
  return !isHidden && control.checkVisibility({ visibilityProperty: true })
}

/** A link of few letters is as wide as they are. @param {Element} target @returns {boolean} */
function isText(target) {
  return target.matches('a, summary') && (target.textContent ?? '').trim() !== ''
}

const TEXT_MIN = 13

/** @returns {string[]} */
export function smallTexts() {
  return shownTexts().flatMap(({ element }) => {
    const size = Number.parseFloat(getComputedStyle(element).fontSize)
    return size < TEXT_MIN ? [`${nameOf(element)} is written in ${size} px`] : []
  })
}

/** @returns {string[]} */
export function cutPlaceholders() {
  const context = document.createElement('canvas').getContext('2d')
  return [...document.querySelectorAll('input[placeholder]')].flatMap((field) => {
    if (!(field instanceof HTMLInputElement) || !isShown(field) || field.value !== '' || context === null) return []
    const { font, paddingLeft, paddingRight } = getComputedStyle(field)
    context.font = font
    const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    const needed = context.measureText(field.placeholder).width
    return needed > room + 1 ? [`${field.placeholder} needs ${Math.ceil(needed)} px of ${Math.floor(room)}`] : []
  })
}
