// Sends the form without leaving the page, so that a decline keeps the input.

const STILL_WORKING_AFTER_MS = 5_000
const TOO_MANY_REQUESTS = 429
/** A puzzle may have ended, and the network of the browser may have changed. */
const PUZZLES_MAX = 3

/**
 * The same box that the service writes above a form.
 * @param {HTMLElement} box
 * @param {Notice} notice
 * @returns {void}
 */
function showNotice(box, { title, sentences = [], fields = [], isListHidden = false }) {
  const list = document.createElement('ul')
  list.className = isListHidden ? 'hidden-text' : ''
  list.append(...fields.map(({ name, text }) => within('li', isListHidden ? text : linkTo(name, text))))
  const [first] = fields
  const heading = isListHidden && first !== undefined ? linkTo(first.name, title ?? '') : (title ?? '')
  box.hidden = false
  box.replaceChildren(
    ...(title === undefined ? [] : [within('h2', heading)]),
    ...sentences.map(paragraphOf),
    ...(fields.length === 0 ? [] : [list]),
  )
}

/** @param {string} name @param {string} text @returns {HTMLElement} */
function linkTo(name, text) {
  const link = document.createElement('a')
  link.href = `#${name}`
  link.textContent = text
  return link
}

/** @param {string} tag @param {string | Node} content @returns {HTMLElement} */
function within(tag, content) {
  const element = document.createElement(tag)
  element.append(content)
  return element
}

/** @param {HTMLFormElement} form @param {PayResponse} response @returns {void} */
function showResponse(form, { notice = {}, problems = {}, attempt, restConfirmed }) {
  const box = find(form, '.notice', HTMLElement)
  const key = field(form, 'attempt')
  if (key !== undefined && attempt !== undefined) key.value = attempt
  const rest = field(form, 'restConfirmed')
  if (rest !== undefined && restConfirmed !== undefined) rest.value = restConfirmed
  for (const input of form.querySelectorAll('.field input, .field select')) {
    if (input instanceof HTMLElement) showProblem(input, problems[input.id])
  }
  changedInputs.clear()
  const code = field(form, 'cardCode')
  if (code !== undefined) code.value = ''
  if (box === undefined) return
  showNotice(box, notice)
  focusAfter(form, box)
}

/**
 * The first wrong field; after a decline the security code, which has to be entered again, with the reason in view.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} box
 * @returns {void}
 */
function focusAfter(form, box) {
  const wrong = find(form, '[aria-invalid="true"]', HTMLElement)
  const code = field(form, 'cardCode')
  const isCodeShown = code !== undefined && code.getClientRects().length > 0
  if (wrong !== undefined || !isCodeShown) {
    ;(wrong ?? box).focus()
    return
  }
  const reach = code.getBoundingClientRect().bottom - box.getBoundingClientRect().top
  code.focus({ preventScroll: reach < innerHeight })
  if (reach < innerHeight) box.scrollIntoView({ block: 'start' })
}

/** Everything that would change the form or leave the page: test cards fill it, another language loads it again. */
const LOCKED_AROUND_FORM = '.test-cards, .language, .offer'

/**
 * Locks the form while it is sent. Its fields keep their values, which a locked form still sends.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} button
 * @param {Words} words
 * @returns {() => void} unlocks it
 */
function lock(form, button, words) {
  const working = find(form, '.working', HTMLElement)
  // The last decline would seem to be the outcome of this payment.
  const notice = find(form, '.notice', HTMLElement)
  if (notice !== undefined) notice.hidden = true
  const content = [...button.childNodes]
  const locked = [...form.querySelectorAll('fieldset'), ...document.querySelectorAll(LOCKED_AROUND_FORM)].filter(
    (part) => part instanceof HTMLElement,
  )
  for (const part of locked) part.inert = true
  button.disabled = true
  button.setAttribute('aria-busy', 'true')
  const spinner = document.createElement('span')
  spinner.className = 'spinner'
  spinner.ariaHidden = 'true'
  button.replaceChildren(spinner, words.paying)
  const timer = setTimeout(() => {
    if (working !== undefined) working.hidden = false
  }, STILL_WORKING_AFTER_MS)
  return () => {
    clearTimeout(timer)
    for (const part of locked) part.inert = false
    button.disabled = false
    button.removeAttribute('aria-busy')
    button.replaceChildren(...content)
    if (working !== undefined) working.hidden = true
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} button
 * @param {Words} words
 * @returns {void}
 */
function prepareSending(form, button, words) {
  let isSending = false
  form.addEventListener('submit', (event) => {
    if (isSending) event.preventDefault()
    if (isSending || isConfirmedElsewhere(form)) return
    event.preventDefault()
    isSending = true
    const sent = sendWithWork(form, words)
    const unlock = lock(form, button, words)
    sent.then(
      (response) => {
        // More than the form has changed. Sent in the ordinary way, it leads to the page as it is now.
        if (response.isOutdated) form.submit()
        else if (response.go !== undefined) location.assign(response.go)
        else {
          isSending = false
          unlock()
          showResponse(form, response)
        }
      },
      // The response was lost. Sent again in the ordinary way, the same form shows the outcome.
      () => form.submit(),
    )
  })
  // A page that the browser kept is as it was left: locked.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
}

/**
 * A wallet has a page of its own, to which the form leads.
 * @param {HTMLFormElement} form
 * @returns {boolean}
 */
function isConfirmedElsewhere(form) {
  const panel = form.querySelector('input[name=method]:checked')?.closest('.option')
  return panel !== null && panel !== undefined && panel.querySelector('.panel input') === null
}

/**
 * Sends the form, and again after the work that the service asks for.
 * @param {HTMLFormElement} form
 * @param {Words} words
 * @returns {Promise<PayResponse>}
 */
async function sendWithWork(form, words) {
  let response = await send(form)
  for (let count = 0; response.puzzle !== undefined && count < PUZZLES_MAX; count += 1) {
    await answerPuzzle(form, response.puzzle, words)
    response = await send(form)
  }
  return response
}

/** @param {HTMLFormElement} form @returns {Promise<PayResponse>} */
async function send(form) {
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.append(name, value)
  const response = await fetch(form.action, { method: 'POST', body, headers: { accept: 'application/json' } })
  // Refused before anything was read: the input stays, and the same form can be sent once more.
  if (!response.ok && response.status !== TOO_MANY_REQUESTS) throw new Error(response.statusText)
  return response.json()
}
