// pure
import { Html } from '../../../../kernel/markup/html.ts'

/**
 * Marks of card brands in lines of our own: payers find a brand by its shape, and the colors of a page stay the
 * merchant's. The script shows one by its name in the field of the card number.
 */
const MARKS = {
  visa: line(
    'M6.5 6.5l1.3 7h.6l3.6-7M14.3 6.5l-1.3 7M19.4 7.3c-1-.9-3.5-1-3.6.6-.1 1.7 3 1.4 2.8 3.3-.2 1.9-3.2 2-4.2.8M19.8 13.5l3.8-7h.6l1.6 7M21.2 11.3h4',
  ),
  mastercard: `<circle cx="13" cy="10" r="5.5" opacity=".9"/><circle cx="19" cy="10" r="5.5" opacity=".5"/>`,
  amex: line(
    'M4.5 13l2.4-6h.4l2.4 6M5.4 11.2h3.4M11.5 13V7l2.3 3.6L16.1 7v6M22 7h-3.6v6H22M18.4 10h3M23.6 7l4.3 6M27.9 7l-4.3 6',
  ),
  discover: `<g transform="translate(-.9)">${line(
    'M2.9 6.9h.8a2.1 2.1 0 0 1 0 4.2h-.8zM7.2 6.9v4.2M10.9 7.4c-.6-.7-2-.6-2 .4s2.1.8 2.1 2-1.6 1.2-2.3.5M15.4 7.5a2.1 2.1 0 1 0 0 3M21.6 6.9l1.4 4.2 1.4-4.2M27.6 6.9h-1.9v4.2h1.9M25.7 9h1.6M29 11.1V6.9h.8a1.1 1.1 0 0 1 0 2.4H29M29.7 9.3l1 1.8',
    1,
  )}<circle cx="18.8" cy="9" r="2.3"/></g><path d="M14 19.5C22 18.9 28.4 17.1 31.5 13.8v3.7a2 2 0 0 1-2 2z" opacity=".7"/>`,
  jcb: '<rect x="8" y="4.5" width="4.4" height="11" rx="2"/><rect x="13.8" y="4.5" width="4.4" height="11" rx="2" opacity=".7"/><rect x="19.6" y="4.5" width="4.4" height="11" rx="2" opacity=".45"/>',
  diners: `${line('M16 4.2a5.8 5.8 0 1 0 0 11.6 5.8 5.8 0 0 0 0-11.6z')}<path d="M14.8 6.4a3.8 3.8 0 0 0 0 7.2zM17.2 6.4a3.8 3.8 0 0 1 0 7.2z"/>`,
  unionpay:
    '<path d="M9.6 4.8h4.8l-2.2 10.4H7.4z"/><path d="M15 4.8h4.6l-2.2 10.4h-4.6z" opacity=".7"/><path d="M20.2 4.8h4.4l-2.2 10.4H18z" opacity=".45"/>',
} as const

type Brand = keyof typeof MARKS

function line(path: string, width = 1.5): string {
  return `<path d="${path}" fill="none" stroke="currentColor" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
}

/** The shapes, of which a page needs one copy. */
export const MARK_SHAPES = new Html(
  `<svg hidden aria-hidden="true">${Object.entries(MARKS)
    .map(([brand, shape]) => `<symbol id="mark-${brand}" viewBox="0 0 32 20">${shape}</symbol>`)
    .join('')}</svg>`,
)

/** The brands that a payer sees beside the choice of a card. */
const SHOWN: readonly Brand[] = ['visa', 'mastercard', 'amex', 'discover']

export const CARD_MARKS = new Html(
  `<span class="brands">${SHOWN.map((brand) => `<svg class="brand" aria-hidden="true"><use href="#mark-${brand}"/></svg>`).join('')}</span>`,
)

/** The place of the mark of the brand that the script recognizes. */
export const RECOGNIZED_MARK = new Html('<svg class="brand" hidden><use href="#mark-visa"/></svg>')
