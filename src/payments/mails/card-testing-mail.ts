// pure
import { factsSection } from '../../invoicing/pure.ts'
import { countText, type Language } from '../../kernel/language.ts'
import { oneStop } from '../../kernel/wording/one-stop.ts'
import { TERMS } from '../../kernel/wording/terms.ts'
import { fittingSubject, type MailContent } from '../../notifications/pure.ts'
import { PAYMENT_MAIL_WORDS } from './words/all-words.ts'

export type CardTestingMailInput = {
  readonly language: Language
  readonly seller: string
  readonly timeZone: string
  readonly isSandbox: boolean
  /** Within the window in which they were noticed. */
  readonly declines: number
  readonly attempts: number
  readonly at: Temporal.Instant
  /** The paid invoices in the portal. */
  readonly link: string
}

const PLAIN = { backgroundColor: '#FFFFFF', fontColor: '#000000' }

/** Tells a merchant that somebody tests stolen cards on its links. It comes from the service, not from the merchant. */
export function cardTestingMail(input: CardTestingMailInput): MailContent {
  const { language, seller, isSandbox, link: url } = input
  const words = PAYMENT_MAIL_WORDS[language].merchant.cardTesting
  return {
    language,
    subject: fittingSubject([words.subject({ seller }), words.title]),
    preheader: words.happened,
    notice: isSandbox ? TERMS[language].testMode : undefined,
    brand: { name: seller, colors: PLAIN, logo: undefined },
    title: words.title,
    amount: undefined,
    intro: [words.happened, words.now, words.todo],
    button: { label: words.view, url },
    link: undefined,
    outro: [],
    message: undefined,
    sections: rowsOf(input),
    sender: { why: oneStop(words.why({ seller })), questions: undefined, lines: [] },
  }
}

function rowsOf({ language, timeZone, declines, attempts, at }: CardTestingMailInput): MailContent['sections'] {
  const words = PAYMENT_MAIL_WORDS[language].merchant.cardTesting
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return factsSection([
    { label: words.declined, text: countText(declines, language) },
    { label: words.attempts, text: countText(attempts, language) },
    { label: words.since, text: format.format(at.epochMilliseconds) },
  ])
}
