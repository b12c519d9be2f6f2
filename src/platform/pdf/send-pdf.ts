import type { FastifyReply } from 'fastify'
import { knownTag } from '../http/negotiation/entity-tags.ts'
import { contentDisposition } from '../http/pages/content-disposition.ts'
import type { Pdf, PrintedPdfs } from './printed-pdfs.ts'

/** Sends a document to be shown in the browser, or 304 if the client already has it. */
export async function sendPdf(
  reply: FastifyReply,
  pdfs: PrintedPdfs,
  { pdf, owner }: { readonly pdf: Pdf; readonly owner: string },
): Promise<FastifyReply> {
  const etag = `"${pdf.tag}"`
  reply.headers({ etag, 'cache-control': 'private, no-cache' })
  if (knownTag(etag, reply.request.headers['if-none-match']) !== undefined) return reply.code(304).send()
  const bytes = await pdfs.bytesOf(pdf, { owner })
  const disposition = contentDisposition('inline', pdf.fileName, pdf.asciiFileName)
  reply.headers({ 'content-type': 'application/pdf', 'content-disposition': disposition })
  return reply.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

/** How the response is documented. */
export const PDF_ANSWER = {
  description: 'The document. Its ETag changes when the document does.',
  content: { 'application/pdf': { schema: { type: 'string', contentMediaType: 'application/pdf' } } },
}
