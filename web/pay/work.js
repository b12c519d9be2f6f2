// The work that a browser does before a payment while somebody tests stolen cards on the merchant's links.

/**
 * Tries after which a part is given up; on average it takes 256.
 */
const TRIES_MAX = 100_000

/**
 * Says that the browser is at work until the work is done, and puts the answer into the form.
 * @param {HTMLFormElement} form
 * @param {Puzzle} puzzle
 * @param {Words} words
 * @returns {Promise<void>}
 */
async function answerPuzzle(form, puzzle, words) {
  const working = find(form, '.working', HTMLElement)
  const text = working?.textContent ?? ''
  if (working !== undefined) {
    working.textContent = words.checking
    working.hidden = false
  }
  const answer = await solvedPuzzle(puzzle)
  const work = field(form, 'work')
  if (work !== undefined) work.value = answer
  if (working !== undefined) {
    working.hidden = true
    working.textContent = text
  }
}

/**
 * Browsers offer cryptography on secure pages only; elsewhere they wait, as those without script do.
 * @param {Puzzle} puzzle
 * @returns {Promise<string>}
 */
async function solvedPuzzle({ puzzle, parts, iterations, waitSeconds }) {
  if (crypto.subtle === undefined) {
    await new Promise((resolve) => setTimeout(resolve, waitSeconds * 1000))
    return puzzle
  }
  const key = await crypto.subtle.importKey('raw', bytesOf(puzzle), 'PBKDF2', false, ['deriveBits'])
  const numbers = []
  for (let part = 0; part < parts; part += 1) numbers.push(await solvedPart(key, part, iterations))
  return `${puzzle}~${numbers.join('-')}`
}

/**
 * The browser derives keys in a thread of its own, so that the page stays responsive.
 * @param {CryptoKey} key
 * @param {number} part
 * @param {number} iterations
 * @returns {Promise<number>}
 */
async function solvedPart(key, part, iterations) {
  for (let tried = 0; tried < TRIES_MAX; tried += 1) {
    const way = { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(`${part}:${tried}`), iterations }
    const [first] = new Uint8Array(await crypto.subtle.deriveBits(way, key, 8))
    if (first === 0) return tried
  }
  return 0
}

/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
function bytesOf(text) {
  return new TextEncoder().encode(text)
}

/**
 * The form of a wallet is sent in the ordinary way and comes back with a puzzle. Solved, it is sent again, since its payer
 * has nothing to enter; a card has to be entered again first.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} button
 * @param {Words} words
 * @returns {Promise<void>}
 */
async function preparePuzzle(form, button, words) {
  const given = form.getAttribute('data-puzzle')
  if (given === null) return
  const unlock = lock(form, button, words)
  await answerPuzzle(form, JSON.parse(given), words)
  unlock()
  if (isConfirmedElsewhere(form)) form.requestSubmit()
}
