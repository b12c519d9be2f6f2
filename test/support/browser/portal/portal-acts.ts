import type { Page } from 'playwright-core'

// Actions of people on pages of the portal, in any language: things are found by their place, not by their words.

const POPUP = '.popup:not([data-starting-style])'
export const DIALOG = '.dialog, .command'

/** Opens the popup of a button. */
export const popup = (button: string) => async (page: Page) => {
  await page.locator(button).first().click()
  await page.locator(POPUP).first().waitFor()
}

/** Opens the dialog of a button. */
export const dialog = (button: string) => async (page: Page) => {
  await page.locator(button).first().click()
  await page.locator(DIALOG).first().waitFor()
}

/** Chooses an item of a menu, by its place, which opens a dialog. */
export const dialogOfItem = (button: string, place: number) => async (page: Page) => {
  await popup(button)(page)
  await page.locator(`${POPUP} [role=menuitem]`).nth(place).click()
  await page.locator(DIALOG).first().waitFor()
}

/** Chooses the last item of a menu but one, which opens a dialog. */
export const dialogOfLastButOne = (button: string) => async (page: Page) => {
  await popup(button)(page)
  const items = page.locator(`${POPUP} [role=menuitem]`)
  await items.nth((await items.count()) - 2).click()
  await page.locator(DIALOG).first().waitFor()
}

/** Opens the form of a filter, by its place in the list. */
export const filterForm = (place: number) => async (page: Page) => {
  await popup('.add-filter button')(page)
  await page.locator('.popup-list button').nth(place).click()
  await page.locator('.form-popup form, .form-popup .popup-list').first().waitFor()
}

/** One after the other. */
export const acts =
  (...all: readonly ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const act of all) await act(page)
  }

export const press = (keys: string) => (page: Page) => page.keyboard.press(keys)
export const fill = (field: string, text: string) => (page: Page) => page.locator(field).first().fill(text)
export const click = (target: string) => (page: Page) => page.locator(target).first().click()
export const see = (target: string) => (page: Page) => page.locator(target).first().waitFor()
export const scrollTo = (target: string) => (page: Page) => page.locator(target).first().scrollIntoViewIfNeeded()

/** Goes to another page of the portal, as its links do. */
export const go = (path: string, ready: string) => async (page: Page) => {
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`)
  await page.locator(ready).first().waitFor()
}

/** The answers to these requests never come. */
export const hold = (pattern: string) => (page: Page) => page.route(pattern, () => {})
/** The network is not there. */
export const lose = (pattern: string) => (page: Page) => page.route(pattern, (route) => route.abort())
export const answer = (pattern: string, status: number, body: object) => (page: Page) =>
  page.route(pattern, (route) => route.fulfill({ status, json: body }))

/** The list has as many rows as anyone may scroll to: those of its first page, many times. */
export async function fillList(page: Page): Promise<void> {
  await page.route('**/invoicing/v2/invoices?*', async (route) => {
    const response = await route.fetch()
    const list = (await response.json()) as { readonly invoices: readonly { readonly id: string }[] }
    const invoices = Array.from({ length: 10_000 }, (_, index) => {
      const invoice = list.invoices[index % list.invoices.length]
      return { ...invoice, id: `${invoice?.id}-${index}` }
    })
    await route.fulfill({ response, json: { ...list, invoices } })
  })
}

/** The layers over the page. */
export const FLOATING = '.dialog, .command, .popup, .toast'
