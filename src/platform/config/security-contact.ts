// pure
import { isMailAddress, type Parse, parsed } from '../../kernel/reading/text-readers.ts'

const SENTENCE = 'must be a mail address, or a URI that begins with mailto: or https://'
const LENGTH_MAX = 500
/** A URI has no spaces or line ends, which would end its line in the file. */
const URI = /^[!-~]+$/

/** Reads where vulnerabilities are reported to, as the URI that security.txt needs. */
export const securityContact: Parse<string> = parsed((text) => {
  const uri = text.includes(':') ? text : `mailto:${text}`
  if (uri.length > LENGTH_MAX || !URI.test(uri) || !URL.canParse(uri)) return undefined
  const { protocol, pathname, hostname } = new URL(uri)
  if (protocol === 'mailto:') return isMailAddress(decoded(pathname)) ? uri : undefined
  return protocol === 'https:' && hostname !== '' ? uri : undefined
}, SENTENCE)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
