import {
  DISPUTE_END_DAYS,
  LATER_DAYS,
  TEST_ACCOUNTS,
  TEST_AMOUNTS,
  TEST_CARDS,
  type TestCase,
} from '../src/payments/processors/sandbox/test-cards.ts'
import { markdownTable } from './markdown-table.ts'

/** docs/test-cards.md, written from the tables that the sandbox processor itself reads. */
export function testCardsPage(): string {
  return [
    '# Test cards',
    'Written by `npm run docs` from the tables of the sandbox processor; a test compares the two. It moves no money and\naccepts these numbers only, with any expiry date in the future and any security code. [payments.md](payments.md)\nexplains what becomes of a payment.',
    '## Cards',
    markdownTable(['Number', 'What happens'], rowsOf(TEST_CARDS, grouped)),
    '## Amounts',
    'They decide for the card 4111 1111 1111 1111, for wallets and for the bank account 000123456789. Up to 1000 units of\nthe currency everything is approved. Above that, whole units count: 4000.00 and 4000.99 are the same. An amount above\n1000 that is not listed exceeds the limit of the account.',
    markdownTable(
      ['Amount', 'What happens'],
      rowsOf(TEST_AMOUNTS, (amount) => `${amount}.00`),
    ),
    '## Bank accounts',
    markdownTable(
      ['Account number', 'What happens'],
      rowsOf(TEST_ACCOUNTS, (number) => number),
    ),
    '## What happens later',
    `By the sandbox’s clock, in the merchant’s time zone: at the end of the day everything that was paid or refunded is\nsettled and paid out. A bank debit is returned at the start of day ${LATER_DAYS.bankReturn} after the payment, and a payment is charged back\nat the start of day ${LATER_DAYS.chargeback}: what has not been refunded until then. \`quittance clock advance P${LATER_DAYS.chargeback}D\` gets you there\n([payments.md](payments.md#in-reports)). A dispute is won or lost at the start of day ${DISPUTE_END_DAYS}. What is refunded elsewhere is all that is\nleft, at the start of day ${LATER_DAYS.refundedElsewhere}; a refund fails at the start of day ${LATER_DAYS.refundsFail} after it was made. Authorizations end at the same time\nof day at which they were made.`,
    '',
  ].join('\n\n')
}

function rowsOf(cases: Readonly<Record<string, TestCase>>, write: (name: string) => string) {
  return Object.entries(cases).map(([name, { sentence }]) => [`\`${write(name)}\``, sentence])
}

/** As it is printed on the card. */
function grouped(number: string): string {
  const groups = number.length === 15 ? /^(\d{4})(\d{6})(\d{5})$/ : /(\d{4})(?=\d)/g
  return number.length === 15 ? number.replace(groups, '$1 $2 $3') : number.replaceAll(groups, '$1 ')
}
