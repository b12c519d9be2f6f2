// pure
import { Html } from '../../../../kernel/markup/html.ts'
import type { Method } from '../../../port/port.ts'

type IconName = Exclude<Method, 'card'> | 'lock'

/** Of a kind, in lines of our own: payers find a method by its shape, and its name is beside it. */
const BANK = 'M4 10l8-5 8 5M5 10h14M7 10v7M12 10v7M17 10v7M4 19h16'
const PAGE = 'M10 6H6.5A1.5 1.5 0 0 0 5 7.5v10A1.5 1.5 0 0 0 6.5 19h10a1.5 1.5 0 0 0 1.5-1.5V14M14 4h6v6M20 4l-9 9'
const LOCK =
  'M7 11V8a5 5 0 0 1 10 0v3M6.5 11h11A1.5 1.5 0 0 1 19 12.5v6a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 18.5v-6A1.5 1.5 0 0 1 6.5 11z'
/** Filled shapes. */
const APPLE =
  'M12 8.2c.9-.3 2-.9 3.2-.8 1.5.1 2.7.7 3.4 1.8-2.7 1.7-2.2 5.3.4 6.4-.7 1.9-2 4.3-3.6 4.3-1 0-1.7-.6-2.9-.6s-1.9.6-2.9.6c-2.3 0-4.9-4.5-4.9-7.8 0-3.2 2-4.7 4-4.7 1.3 0 2.4.5 3.3.8zM12 6.7c-.1-1.9 1.2-3.5 3-3.7.2 1.9-1.2 3.6-3 3.7z'
const DOUBLE_P =
  'M8 4h6.2c2.7 0 4.3 1.6 3.9 4.1-.5 2.9-2.6 4.4-5.5 4.4h-2.3l-.8 5H6.2zM18.9 8.3c.8.7 1.1 1.7.9 2.9-.5 2.7-2.4 4-5.2 4h-2l-.8 5H8.5l.2-1.4h2.1l.8-5h2.1c3 0 5.1-1.7 5.2-5.5z'
/** A ring that is open at the upper right, and a bar as thick as it, up to its outer edge. */
const G = 'M17.5 6.6A7.6 7.6 0 1 0 19.6 12.1M12 12.1H21.2'

/** `blunt` is the width of lines without round ends. */
type Shape = { readonly path: string; readonly isFilled?: true; readonly blunt?: number }

const SHAPES: Readonly<Record<IconName, Shape>> = {
  applePay: { path: APPLE, isFilled: true },
  googlePay: { path: G, blunt: 3.2 },
  paypal: { path: DOUBLE_P, isFilled: true },
  bankDebit: { path: BANK },
  hosted: { path: PAGE },
  lock: { path: LOCK },
}

export function icon(name: IconName): Html {
  const { path, isFilled, blunt } = SHAPES[name]
  const drawn = isFilled
    ? 'fill="currentColor"'
    : `fill="none" stroke="currentColor" stroke-width="${blunt ?? 1.5}"${blunt === undefined ? ' stroke-linecap="round" stroke-linejoin="round"' : ''}`
  return new Html(`<svg viewBox="0 0 24 24" ${drawn} aria-hidden="true"><path d="${path}"/></svg>`)
}
