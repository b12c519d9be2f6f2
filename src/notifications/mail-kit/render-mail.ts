// pure
import type { MailContent, RenderedMail } from './mail-content.ts'
import { mailHtml } from './mail-html.ts'
import { mailText } from './mail-text.ts'
import { oneLine } from './one-line.ts'

/** A mail as HTML and as plain text. */
export function renderMail(content: MailContent): RenderedMail & { readonly subject: string } {
  const subject = oneLine(content.subject)
  return { subject, html: mailHtml({ ...content, subject }), text: mailText(content) }
}
