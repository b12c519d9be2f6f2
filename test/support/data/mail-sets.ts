import { attachedLogo } from '../../../src/invoicing/mails/mail-logo.ts'
import type { Language } from '../../../src/kernel/language.ts'
import type { MailContent } from '../../../src/notifications/mail-kit/mail-content.ts'
import { renderMail } from '../../../src/notifications/mail-kit/render-mail.ts'
import { type HostileLogo, hostileLogo } from './hostile.ts'
import { ARABIC_CUSTOMER, JAPANESE_CUSTOMER } from './hostile-words.ts'
import { everyMail, hostileMails } from './mails.ts'

/** Mails of one merchant and its invoice. */
export type MailSet = {
  readonly mails: (language: Language) => Readonly<Record<string, MailContent>>
  readonly logo?: HostileLogo
}

/** Mails to look at: a usual merchant, and merchants and invoices that break layouts. */
export const MAIL_SETS: Readonly<Record<string, MailSet>> = {
  plain: { mails: (language) => everyMail(language) },
  branded: {
    mails: (language) => everyMail(language),
    logo: 'dark',
  },
  white: {
    mails: (language) => everyMail(language, { colors: { backgroundColor: '#FFFFFF', fontColor: '#000000' } }),
    logo: 'white',
  },
  'hostile-lines': { mails: (language) => hostileMails(language), logo: 'wide' },
  'hostile-yen': {
    mails: (language) =>
      hostileMails(language, { currency: 'JPY', lines: 3, customer: JAPANESE_CUSTOMER, color: '#102030' }),
    logo: 'tall',
  },
  'hostile-total': {
    mails: (language) => hostileMails(language, { currency: 'KWD', lines: 0, customer: ARABIC_CUSTOMER, logo: 'none' }),
  },
}

/** The HTML of a mail as a program shows it, with the attached logo in its place. */
export async function shownMail({ logo }: MailSet, content: MailContent): Promise<string> {
  if (logo === undefined || !hasBrand(content)) return renderMail(content).html
  const attached = await attachedLogo({ bytes: hostileLogo(logo), isLight: logo === 'white' })
  const { html } = renderMail({ ...content, brand: { ...content.brand, logo: attached.logo } })
  const image = `data:image/png;base64,${attached.attachment.content.toString('base64')}`
  return html.replace(`cid:${attached.logo.contentId}`, image)
}

/** Mails about reports come from the service, not from a merchant. */
function hasBrand({ sender }: MailContent): boolean {
  return sender.lines.length > 0
}
