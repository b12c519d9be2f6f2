// Additions of the payment page to plain HTML. Everything works without them, where the method allows.

/**
 * The texts of the page, in its language.
 * @typedef {Record<'language' | 'currency' | 'month' | 'paying' | 'checking' | 'pay' | 'payOther' | 'remaining' | 'remainingBelowMinimum' | 'cardNumber' | 'expiry' | 'expired' | 'securityCode' | 'email', string> & { decimals?: number, mostMinor?: number, leastMinor?: number, minimumMinor?: number }} Words
 *
 * The box above the form.
 * @typedef {{ title?: string, sentences?: string[], fields?: { name: string, text: string }[], isListHidden?: boolean }} Notice
 *
 * The service's response to a form that the script sent.
 * @typedef {{ go?: string, isOutdated?: boolean, notice?: Notice, problems?: Record<string, string>, attempt?: string, restConfirmed?: string, puzzle?: Puzzle }} PayResponse
 *
 * The work that a browser has to do before a payment, and how long it waits instead.
 * @typedef {{ puzzle: string, parts: number, iterations: number, waitSeconds: number }} Puzzle
 */

function start() {
  const form = find(document, 'form[data-words]', HTMLFormElement)
  const button = form && find(form, 'button[type=submit]', HTMLButtonElement)
  if (form !== undefined && button !== undefined) {
    const [texts, amounts] = ['data-words', 'data-amounts'].map((name) => JSON.parse(form.getAttribute(name) ?? '{}'))
    const words = { ...texts, ...amounts }
    prepareFields(form, words)
    showWallets(form)
    prepareExpress(form)
    prepareAddress(form)
    prepareAmount(form, button, words)
    prepareSending(form, button, words)
    void preparePuzzle(form, button, words)
  }
  prepareTestCards()
  const print = find(document, '[data-print]', HTMLButtonElement)
  if (print !== undefined) {
    print.hidden = false
    print.addEventListener('click', () => window.print())
  }
  find(document, 'form[data-send]', HTMLFormElement)?.requestSubmit()
}

start()
