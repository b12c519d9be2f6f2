// The test cards of a sandbox: a number fills the form.

const TEST_NAME = 'Test Payer'
const TEST_ROUTING_NUMBER = '110000000'
const YEARS_VALID = 5

/** @returns {void} */
function prepareTestCards() {
  const list = find(document, '.test-cards', HTMLElement)
  const form = find(document, 'form.pay', HTMLFormElement)
  if (list === undefined || form === undefined) return
  for (const place of list.querySelectorAll('[data-number]')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'link fill money'
    button.append(...place.childNodes)
    place.append(button)
    button.addEventListener('click', () =>
      fillForm(form, place.getAttribute('data-method') ?? '', place.getAttribute('data-number') ?? ''),
    )
  }
  find(list, '[data-fills]', HTMLElement)?.removeAttribute('hidden')
  openIfAimedAt(list)
  addEventListener('hashchange', () => openIfAimedAt(list))
}

/** @param {HTMLElement} list @returns {void} */
function openIfAimedAt(list) {
  if (list instanceof HTMLDetailsElement && location.hash === `#${list.id}`) list.open = true
}

/** @param {HTMLFormElement} form @param {string} method @param {string} number @returns {void} */
function fillForm(form, method, number) {
  const choice = find(form, `input[name=method][value="${CSS.escape(method)}"]`, HTMLInputElement)
  if (choice !== undefined && !choice.checked) choice.click()
  // The sandbox's clock may be ahead of the browser's.
  const { month = '' } = JSON.parse(form.getAttribute('data-amounts') ?? '{}')
  const year = Number(month.slice(0, 4) || new Date().getFullYear()) + YEARS_VALID
  const values =
    method === 'card'
      ? { cardNumber: number, cardExpiry: `12 / ${year % 100}`, cardCode: /^3[47]/.test(number) ? '1234' : '123' }
      : { routingNumber: TEST_ROUTING_NUMBER, accountNumber: number }
  const holder = method === 'card' ? 'cardName' : 'accountHolder'
  for (const [name, value] of Object.entries(values)) fillField(form, name, value)
  if (field(form, holder)?.value === '') fillField(form, holder, TEST_NAME)
  const button = find(form, 'button[type=submit], button[value=pay]', HTMLButtonElement)
  button?.focus()
}

/** @param {HTMLFormElement} form @param {string} name @param {string} value @returns {void} */
function fillField(form, name, value) {
  const input = field(form, name)
  if (input === undefined) return
  input.value = value
  input.dispatchEvent(new Event('input', { bubbles: true }))
  showProblem(input, undefined)
}
