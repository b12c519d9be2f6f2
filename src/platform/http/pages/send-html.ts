import { randomUUID } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Html } from '../../../kernel/markup/html.ts'

export const HTML_TYPE = 'text/html; charset=utf-8'

type Allowed = {
  /** The address of the content of a frame in the page. */
  readonly frame?: string | undefined
  /** The sites that may show the page in a frame; default: none. */
  readonly ancestors?: "'self'" | "'none'"
  /**
   * The page is only looked at: no script of it runs, and no form is sent. It keeps its origin, so its style loads. Its
   * images may be in the page itself, since those that are not saved have no address.
   */
  readonly isInert?: boolean
}

/** Nothing of a page comes from elsewhere, and nothing of it is kept, framed, indexed or passed on. */
export async function sendHtml(
  reply: FastifyReply,
  render: (nonce: string) => Html,
  allowed: Allowed = {},
): Promise<FastifyReply> {
  const nonce = newNonce()
  return reply
    .headers({ 'content-type': HTML_TYPE, ...pageHeaders(nonce, allowed) })
    .send(Buffer.from(render(nonce).text))
}

/** How a page is documented where programs may ask for it. */
export function htmlAnswer(description: string) {
  return { description, content: { 'text/html': { schema: { type: 'string', contentMediaType: 'text/html' } } } }
}

/** For one response only, and as random as a key: 122 bits. */
export function newNonce(): string {
  return randomUUID()
}

export function pageHeaders(nonce: string, allowed: Allowed = {}): Readonly<Record<string, string>> {
  return {
    'content-security-policy': policy(nonce, allowed),
    'x-robots-tag': 'noindex, nofollow',
    ...(allowed.ancestors === "'self'" ? { 'x-frame-options': 'SAMEORIGIN' } : {}),
  }
}

function policy(nonce: string, { frame, ancestors = "'none'", isInert = false }: Allowed): string {
  const directives = [
    "default-src 'none'",
    `style-src 'self' 'nonce-${nonce}'`,
    "script-src 'self'",
    `img-src 'self'${isInert ? ' data:' : ''}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors}`,
    ...(isInert ? ['sandbox allow-same-origin'] : []),
    ...(frame === undefined ? [] : [`frame-src 'self' ${new URL(frame).origin}`]),
  ]
  return directives.join('; ')
}
