// pure
import { Html } from '../../../kernel/markup/html.ts'
import type { Method } from '../../port/port.ts'

type IconName = Method | 'lock'

/** Of a kind, in lines of our own: payers find a method by its shape, and its name is beside it. */
const CARD =
  'M3 7.5A1.5 1.5 0 0 1 4.5 6h15A1.5 1.5 0 0 1 21 7.5v9a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 16.5zM3 10h18M6.5 14.5h3'
const PHONE =
  'M8.5 3h7A1.5 1.5 0 0 1 17 4.5v15a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 7 19.5v-15A1.5 1.5 0 0 1 8.5 3zM11 18h2'
const WALLET = 'M4 7.5A1.5 1.5 0 0 1 5.5 6H18v3M4 7.5v9A1.5 1.5 0 0 0 5.5 18H20V9H5.5A1.5 1.5 0 0 1 4 7.5zM16 13.5h.01'
const BANK = 'M4 10l8-5 8 5M5 10h14M7 10v7M12 10v7M17 10v7M4 19h16'
const PAGE = 'M10 6H6.5A1.5 1.5 0 0 0 5 7.5v10A1.5 1.5 0 0 0 6.5 19h10a1.5 1.5 0 0 0 1.5-1.5V14M14 4h6v6M20 4l-9 9'
const LOCK =
  'M7 11V8a5 5 0 0 1 10 0v3M6.5 11h11A1.5 1.5 0 0 1 19 12.5v6a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 18.5v-6A1.5 1.5 0 0 1 6.5 11z'

const PATHS: Readonly<Record<IconName, string>> = {
  card: CARD,
  applePay: PHONE,
  googlePay: PHONE,
  paypal: WALLET,
  bankDebit: BANK,
  hosted: PAGE,
  lock: LOCK,
}

export function icon(name: IconName): Html {
  return new Html(
    `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${PATHS[name]}"/></svg>`,
  )
}
