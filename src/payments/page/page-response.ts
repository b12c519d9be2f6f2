import type { FastifyReply } from 'fastify'
import { sendHtml } from '../../platform/http/pages/send-html.ts'
import { document } from './html/document.ts'
import type { PageModel } from './page-model.ts'

type Content = Omit<Parameters<typeof document>[1], 'nonce'>

/** Sends a page of a link. */
export async function sendPage(
  reply: FastifyReply,
  model: PageModel,
  { frame, ...content }: Content & { readonly frame?: string },
): Promise<FastifyReply> {
  return sendHtml(reply, (nonce) => document(model, { ...content, nonce }), { frame })
}
