// pure
/** A person or a company in a header of a mail. */
export type Mailbox = { readonly name: string | undefined; readonly address: string }

/** Where mails of a sandbox come from if nothing is set; the domain can never exist. */
const NOBODY: Mailbox = { name: undefined, address: 'no-reply@sandbox.invalid' }
const NAME_CHARACTERS_MAX = 200
const SUBJECT_CHARACTERS_MAX = 500
const SPECIAL = /[^\p{L}\p{M}\p{N} !#$%&'*+\-/=?^_`{|}~]/u

/** Reads QUITTANCE_MAIL_FROM: an address, or `Name <address>`. */
export function senderOf(setting: string | undefined): Mailbox {
  if (setting === undefined) return NOBODY
  const [, name = '', address = ''] = /^(.*)<([^<>]+)>$/.exec(setting.trim()) ?? ['', '', setting.trim()]
  const bare = name
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replaceAll('\\', '')
  return { name: headerText(bare, NAME_CHARACTERS_MAX) || undefined, address: address.trim() }
}

/** The part after the @ of a Message-ID, in ASCII; the part before it is the mail's id. */
export function messageIdDomain({ address }: Mailbox): string {
  const domain = address.slice(address.lastIndexOf('@') + 1)
  return URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain
}

export function subjectText(subject: string): string {
  return headerText(subject, SUBJECT_CHARACTERS_MAX)
}

/** The mailbox as people read it: `Acme <billing@acme.example>`. */
export function writtenMailbox({ name, address }: Mailbox): string {
  if (name === undefined) return address
  return SPECIAL.test(name) ? `"${name.replaceAll(/["\\]/g, '\\$&')}" <${address}>` : `${name} <${address}>`
}

/** One line: line breaks and other control or invisible formatting characters become spaces. */
function headerText(text: string, charactersMax: number): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()
  return [...line].slice(0, charactersMax).join('')
}
