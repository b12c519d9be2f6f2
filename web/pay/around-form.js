// Additions to the page around the form: its language, copying and printing.

/** Chosen is sent: nobody has to press the button, which stays for browsers without script. */
function prepareLanguageChoice() {
  const select = document.querySelector('.language select')
  if (!(select instanceof HTMLSelectElement)) return
  select.form?.querySelector('button')?.setAttribute('hidden', '')
  select.addEventListener('change', () => select.form?.requestSubmit())
}

/** The clipboard is offered on secure pages only. */
function prepareCopying() {
  if (navigator.clipboard === undefined) return
  for (const button of document.querySelectorAll('[data-copy]')) {
    if (!(button instanceof HTMLButtonElement)) continue
    button.hidden = false
    button.addEventListener('click', () => void copyOf(button))
  }
}

/** @param {HTMLButtonElement} button */
async function copyOf(button) {
  await navigator.clipboard.writeText(button.dataset['copy'] ?? '')
  button.textContent = button.dataset['copied'] ?? ''
}

/** Folded parts are printed too; the style does the same in browsers that can. */
function preparePrinting() {
  /** @type {HTMLDetailsElement[]} */
  let opened = []
  addEventListener('beforeprint', () => {
    opened = [...document.querySelectorAll('details')].filter(({ open }) => !open)
    for (const details of opened) details.open = true
  })
  addEventListener('afterprint', () => {
    for (const details of opened) details.open = false
  })
}

prepareLanguageChoice()
prepareCopying()
preparePrinting()
