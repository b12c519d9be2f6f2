import type { Source } from '../../../src/payments/processors/port.ts'

export function aCard(number = '4242424242424242'): Source {
  return {
    method: 'card',
    card: { number, expirationMonth: 12, expirationYear: 2030, securityCode: '123', holder: 'Ada Lovelace' },
  }
}

export function aBankAccount(accountNumber = '000123456789'): Source {
  return { method: 'bankDebit', account: { holder: 'Ada Lovelace', routingNumber: '110000000', accountNumber } }
}
