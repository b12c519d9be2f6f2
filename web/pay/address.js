// Addresses: order, names and required fields follow the country.

/**
 * @typedef {{ countries: string, rows: string[], labels: Record<string, string>, required: string[] }} AddressFormat
 */

/** @param {HTMLFormElement} form @returns {void} */
function prepareAddress(form) {
  const address = find(form, '[data-address]', HTMLFieldSetElement)
  const country = address && find(address, 'select[name=country]', HTMLSelectElement)
  if (address === undefined || country === undefined) return
  /** @type {{ formats: AddressFormat[], optional: string }} */
  const { formats, optional } = JSON.parse(address.getAttribute('data-address') ?? '{}')
  const others = formats.at(-1)
  const update = () => {
    const format = formats.find(({ countries }) => countries.split(' ').includes(country.value) && country.value !== '')
    if (others !== undefined) arrangeAddress(address, format ?? others, optional)
  }
  country.addEventListener('change', update)
  // The browser may have restored or filled in another country than the page was written for.
  update()
}

/**
 * @param {HTMLFieldSetElement} address
 * @param {AddressFormat} format
 * @param {string} optional
 * @returns {void}
 */
function arrangeAddress(address, format, optional) {
  const pairs = [...address.querySelectorAll('.pair')]
  for (const name of ['region', ...format.rows.join(' ').split(' ')]) arrangePart(address, name, format, optional)
  for (const row of format.rows) {
    const boxes = row.split(' ').map((name) => address.querySelector(`#${name}`)?.closest('.field'))
    address.append(rowOf(boxes.filter((box) => box instanceof Element)))
  }
  for (const pair of pairs) pair.replaceWith(...pair.children)
}

/**
 * Shows, names and requires a field as the country does.
 * @param {HTMLFieldSetElement} address
 * @param {string} name
 * @param {AddressFormat} format
 * @param {string} optional
 * @returns {void}
 */
function arrangePart(address, name, { rows, labels, required }, optional) {
  const input = find(address, `#${name}`, HTMLInputElement)
  const box = input?.closest('.field')
  if (input === undefined || !box) return
  const isAsked = rows.join(' ').split(' ').includes(name)
  box.toggleAttribute('hidden', !isAsked)
  input.disabled = !isAsked
  const own = labels[name]
  const label = box.querySelector('label')
  if (own === undefined || label === null) return
  const isRequired = required.includes(name)
  label.textContent = isRequired ? own : optional.replace('{label}', own)
  if (isRequired) input.setAttribute('aria-required', 'true')
  else input.removeAttribute('aria-required')
  if (input.value === '') showProblem(input, undefined)
}

/** @param {Element[]} boxes @returns {Element} */
function rowOf(boxes) {
  const [only] = boxes
  if (boxes.length === 1 && only !== undefined) return only
  const pair = document.createElement('div')
  pair.className = 'pair'
  pair.append(...boxes)
  return pair
}
