// pure

/** The name of a sender as a merchant chose it, and the domain that the operator knows to be the merchant's. */
export type NamedSender = {
  readonly name: string | undefined
  readonly ownDomain: string | undefined
}

/** The operator's mailbox, from which all mails come. */
type Operator = { readonly name: string | undefined; readonly address: string }

const NAME_CHARACTERS_MAX = 100
const OPERATOR_CHARACTERS_MAX = 40
/** Line breaks and other control characters separate words. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\p{Zs}]+/gu
/** Invisible, so a word could look different from what it is. Joiners are letters of some scripts, but not of ASCII. */
const UNSEEN = /[\p{Cf}--[\u200C\u200D]]|(?<=[\0-\x7F])[\u200C\u200D]+|[\u200C\u200D]+(?=[\0-\x7F])/gv
const AT = /[@＠﹫]/gu
const DOT = /[.．。｡․﹒]/gu
const ADDRESS = /:\/\/|^www\d*\.|^(?:https?|ftp|file|data|javascript|mailto|tel|sms):/u
/** As `evil.example` or `192.0.2.1`; `3.5` and `Inc.` are none. */
const DOMAIN = /[\p{L}\p{N}]\.\p{L}{2,}|\d+\.\d+\.\d+\.\d+/u

/**
 * The name over the operator's address. A merchant's mails do not come from its own domain, so the name says through whom
 * they come, and cannot pass for an address: people trust it more than what stands behind it.
 */
export function senderName({ name, ownDomain }: NamedSender, operator: Operator): string | undefined {
  const own = harmlessName(name, ownDomain)
  if (own === undefined) return operator.name
  const domain = domainOf(operator.address)
  if (ownDomain !== undefined && isWithin(domain, ownDomain)) return shortened(own, NAME_CHARACTERS_MAX)
  // A merchant with the operator's own name must not look like the operator.
  const isSame = operator.name === undefined || operator.name.toLowerCase() === own.toLowerCase()
  const via = ` via ${shortened(isSame ? domain : operator.name, OPERATOR_CHARACTERS_MAX)}`
  return `${shortened(own, NAME_CHARACTERS_MAX - via.length)}${via}`
}

/** A name in one line, without addresses of pages and mails; undefined if nothing is left. */
export function harmlessName(name: string | undefined, ownDomain?: string): string | undefined {
  const words = (name ?? '').toWellFormed().replaceAll(BREAKS, ' ').replaceAll(UNSEEN, '').split(' ')
  const harmless = words
    .map((word) => harmlessWord(word, ownDomain))
    .join(' ')
    .replaceAll(/[<>＜＞]/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  return harmless === '' ? undefined : shortened(harmless, NAME_CHARACTERS_MAX)
}

/** Full-width and other forms of a character count as the character itself. */
function harmlessWord(word: string, ownDomain: string | undefined): string {
  const plain = word.normalize('NFKC').replaceAll(DOT, '.').replaceAll(/[⁄∕⧸]/gu, '/').toLowerCase()
  if (ADDRESS.test(plain)) return ''
  const withoutAt = word.replaceAll(AT, ' ')
  if (!DOMAIN.test(plain) || plain === ownDomain?.toLowerCase()) return withoutAt
  return withoutAt.replaceAll(DOT, ' ')
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

function isWithin(domain: string, other: string): boolean {
  const outer = other.toLowerCase()
  return domain === outer || domain.endsWith(`.${outer}`)
}

/** Cuts between characters as people see them. */
function shortened(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text
  let cut = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (cut.length + segment.length >= charactersMax) break
    cut += segment
  }
  return `${cut.trimEnd()}…`
}
