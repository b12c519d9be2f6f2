import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Html } from '../../kernel/html.ts'
import { document } from './html/document.ts'
import type { PageModel } from './page-model.ts'

type Content = Omit<Parameters<typeof document>[1], 'nonce'>

const NONCE_BYTES = 16

/** Sends a page. Nothing of it comes from elsewhere, and nothing of it is kept, framed, indexed or passed on. */
export async function sendPage(reply: FastifyReply, model: PageModel, content: Content & { readonly frame?: string }) {
  const nonce = randomBytes(NONCE_BYTES).toString('base64')
  const { frame, ...shown } = content
  return sendHtml(reply, document(model, { ...shown, nonce }), { nonce, frame })
}

type Allowed = {
  readonly nonce: string
  readonly frame?: string | undefined
  /** Who may show the page in a frame. */
  readonly ancestors?: string
}

export async function sendHtml(reply: FastifyReply, page: Html, allowed: Allowed): Promise<FastifyReply> {
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(allowed),
      'x-robots-tag': 'noindex, nofollow',
    })
    .send(page.text)
}

function policy({ nonce, frame, ancestors = "'none'" }: Allowed): string {
  const directives = [
    "default-src 'none'",
    `style-src 'self' 'nonce-${nonce}'`,
    "script-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors}`,
    ...(frame === undefined ? [] : [`frame-src 'self' ${new URL(frame).origin}`]),
  ]
  return directives.join('; ')
}
