// pure
import { factsSection } from '../../../invoicing/pure.ts'
import type { Language } from '../../../kernel/language.ts'
import { TERMS } from '../../../kernel/wording/terms.ts'
import { fittingSubject, type MailContent } from '../../../notifications/pure.ts'
import type { SecurityEventKind } from '../../../organizations/pure.ts'
import { NOTICE_WORDS } from './notices/all-notice-words.ts'
import { PEOPLE_MAIL_WORDS } from './people-mail-words.ts'

type PeopleMail = {
  readonly language: Language
  readonly isSandbox: boolean
  readonly url: string
  /** The recipient's address. */
  readonly address: string
}

type InvitationMail = PeopleMail & {
  readonly organization: string
  /** The name of the person who sent it; undefined if the operator did, or the person has no name. */
  readonly inviter: string | undefined
  /** Whether the invited person signs in with a password already. */
  readonly hasPassword: boolean
}

/** These mails come from the service, so they have the product's look and not a merchant's. */
const BRAND = {
  name: 'Quittance',
  colors: { backgroundColor: '#FFFFFF', fontColor: '#000000' },
  logo: undefined,
} as const

export function invitationMail(input: InvitationMail): MailContent {
  const { language, organization, inviter, hasPassword, address, url } = input
  const words = PEOPLE_MAIL_WORDS[language].invitation
  const text =
    inviter === undefined ? words.invited({ organization }) : words.invitedBy({ name: inviter, organization })
  const next = hasPassword ? words.signIn : words.choosePassword
  return {
    ...frameOf(input),
    subject: fittingSubject([words.subject({ organization }), words.shortSubject]),
    preheader: text,
    title: words.title({ organization }),
    intro: [text, next],
    button: { label: words.button, url },
    outro: [words.validity],
    sender: { why: words.why({ organization, address }), questions: undefined, lines: [] },
  }
}

export function resetMail(input: PeopleMail): MailContent {
  const words = PEOPLE_MAIL_WORDS[input.language].reset
  return {
    ...frameOf(input),
    subject: words.subject,
    preheader: words.validity,
    title: words.subject,
    intro: [words.text],
    button: { label: words.button, url: input.url },
    outro: [words.validity, words.ignore],
    sender: { why: words.why(input), questions: undefined, lines: [] },
  }
}

type NoticeMail = Omit<PeopleMail, 'url'> & {
  readonly event: SecurityEventKind
  readonly at: Temporal.Instant
  /** Undefined if the operator did it, or it is not known. */
  readonly device: string | undefined
  readonly network: string | undefined
  /** The page on which a link for a new password is requested. */
  readonly forgottenUrl: string
}

/** An event that somebody may have caused in the person's name, and the advice for that case. */
export function noticeMail(input: NoticeMail): MailContent {
  const { language, event, at, device, network, forgottenUrl: url } = input
  const words = NOTICE_WORDS[language]
  const { subject, text } = words.events[event]
  const isEnded = event === 'access-ended'
  // Nobody's zone is known: the person may work for organizations in several.
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' })
  const rows = [
    { label: words.when, text: time.format(at.epochMilliseconds) },
    ...(device === undefined || device === '' ? [] : [{ label: words.browser, text: device }]),
    ...(network === undefined ? [] : [{ label: words.network, text: network }]),
  ]
  return {
    ...frameOf(input),
    subject,
    preheader: text,
    title: subject,
    intro: [text, ...(isEnded ? [words.askOperator] : [words.ifYou, words.ifNotYou])],
    button: undefined,
    link: isEnded ? undefined : { label: words.link, url },
    outro: [],
    sections: factsSection(rows),
    sender: { why: PEOPLE_MAIL_WORDS[language].reset.why(input), questions: undefined, lines: [] },
  }
}

type Frame = Pick<MailContent, 'language' | 'notice' | 'brand' | 'amount' | 'link' | 'message' | 'sections'>

function frameOf({ language, isSandbox }: Pick<PeopleMail, 'language' | 'isSandbox'>): Frame {
  return {
    language,
    notice: isSandbox ? TERMS[language].testMode : undefined,
    brand: BRAND,
    ...{ amount: undefined, link: undefined, message: undefined, sections: [] },
  }
}
