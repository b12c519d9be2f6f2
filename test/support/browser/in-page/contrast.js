// Runs in a page before axe, which spends half of its time on comparing the color of every text with its ground, although
// the thirty lines of an invoice look alike. Marks the texts whose colors are to be checked: some of each look.

/** The last one is among them: axe leaves out what is scrolled away. */
const MARKED_MAX = 3
const FIELDS = 'input, select, textarea'
/** Axe leaves these out, or texts that belong to them. */
const LEFT_OUT = ':disabled, [aria-disabled=true], [aria-hidden=true], [inert]'

/** @returns {void} */
export function markTexts() {
  for (const marked of document.querySelectorAll('[data-contrast]')) marked.removeAttribute('data-contrast')
  const looks = Map.groupBy([...document.body.querySelectorAll('*')].filter(isText), lookOf)
  for (const texts of looks.values()) {
    const some = texts.length <= MARKED_MAX ? texts : [...texts.slice(0, MARKED_MAX - 1), ...texts.slice(-1)]
    for (const text of some) text.setAttribute('data-contrast', '')
  }
}

/** @param {Element} element @returns {boolean} */
function isText(element) {
  const isFilled = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '')
  if (!isFilled && !element.matches(FIELDS)) return false
  const { width, height } = element.getBoundingClientRect()
  return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
}

/** Everything from which axe computes a contrast, or by which it leaves a text out. @param {Element} text @returns {string} */
function lookOf(text) {
  const { color, fontSize, fontWeight, textShadow } = getComputedStyle(text)
  const isOff = text.closest('label')?.control?.matches(LEFT_OUT) === true
  return [groundOf(text), color, fontSize, fontWeight, textShadow, isOff].join(' ')
}

/** @type {Map<Element, string>} */
const grounds = new Map()

/** @param {Element} element @returns {string} */
function groundOf(element) {
  const known = grounds.get(element)
  if (known !== undefined) return known
  const around = element.parentElement === null ? '' : groundOf(element.parentElement)
  const { backgroundColor, backgroundImage, opacity, filter, position } = getComputedStyle(element)
  // What may lie over something else has a ground of its own, and so has what others can name.
  const isOwn = /absolute|fixed|sticky/.test(position) || element.id !== '' || element.matches(`${FIELDS}, ${LEFT_OUT}`)
  const drawn = [backgroundColor, backgroundImage, opacity, filter].join(' ')
  const isClear = drawn === 'rgba(0, 0, 0, 0) none 1 none'
  const ground = isClear && !isOwn ? around : `${around}/${drawn} ${isOwn ? grounds.size : ''}`
  grounds.set(element, ground)
  return ground
}
