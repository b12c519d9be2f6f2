import type { Source } from '../../../src/payments/port/port.ts'
import { TEST_ACCOUNTS, TEST_CARDS } from '../../../src/payments/processors/sandbox/test-cards.ts'

export function aCard(number = '4242424242424242'): Source {
  return {
    method: 'card',
    card: { number, expirationMonth: 12, expirationYear: 2030, securityCode: '123', holder: 'Ada Lovelace' },
  }
}

export function aBankAccount(accountNumber = '000123456789'): Source {
  return { method: 'bankDebit', account: { holder: 'Ada Lovelace', routingNumber: '110000000', accountNumber } }
}

/** Part of everything secret that a payer may enter besides numbers. */
const SECRET_WORD = 'Ocelot'
const SECURITY_CODE = `${SECRET_WORD}-735`
const ROUTING_NUMBER = '987654320'
const WALLETS = ['applePay', 'googlePay', 'paypal'] as const

/** One source for each test card, test account and wallet, with names and codes that nothing else has. */
export function everySource(): readonly Source[] {
  const holder = `${SECRET_WORD} Holder`
  const expiry = { expirationMonth: 12, expirationYear: 2030 }
  return [
    ...Object.keys(TEST_CARDS).map((number): Source => {
      return { method: 'card', card: { number, ...expiry, securityCode: SECURITY_CODE, holder } }
    }),
    ...Object.keys(TEST_ACCOUNTS).map((accountNumber): Source => {
      return { method: 'bankDebit', account: { holder, routingNumber: ROUTING_NUMBER, accountNumber } }
    }),
    ...WALLETS.map((method): Source => ({ method, walletToken: `${SECRET_WORD}-${method}` })),
  ]
}

/** Texts that must be found nowhere: every number as people and programs write it, and the word. */
export function forbiddenTexts(): readonly string[] {
  const grouped = (digits: string, separator: string) => digits.match(/.{1,4}/g)?.join(separator) ?? digits
  const cards = Object.keys(TEST_CARDS).flatMap((number) => [number, grouped(number, ' '), grouped(number, '-')])
  return [...cards, ...Object.keys(TEST_ACCOUNTS), ROUTING_NUMBER, SECRET_WORD]
}
