import { expect, test } from 'vitest'
import { usd } from '../../../../../test/support/data/invoices.ts'
import { aPayPage } from '../../../../../test/support/data/pay-pages.ts'
import { payForm } from './pay-form.ts'

/** The first choice of the amount, as it is read. */
function firstChoice(invoice: Parameters<typeof aPayPage>[0] = {}): string | undefined {
  const { page, form } = aPayPage(invoice)
  return /<span>([^<]+)<\/span><span class="hint money">[^<]+/
    .exec(payForm(page, form).text)?.[0]
    .replaceAll(/<[^>]+>/g, ' ')
}

const PARTIAL = { terms: { canPayPartially: true } } as const

test('the choice of everything that is due is the full amount, and the remaining amount once a part is paid', () => {
  expect(firstChoice({ invoice: PARTIAL })?.trim()).toBe('Full amount  $100.00')
  expect(firstChoice({ invoice: { ...PARTIAL, status: 'PARTIAL', balance: usd('60.00') } })?.trim()).toBe(
    'Remaining amount  $60.00',
  )
})
