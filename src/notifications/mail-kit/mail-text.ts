// pure
import { labeled } from '../../kernel/wording/labeled.ts'
import type { MailContent, MailItem, MailRow, MailSection } from './mail-content.ts'

/** The mail for people who read plain text: the same sentences, paragraph by paragraph. */
export function mailText(content: MailContent): string {
  const { language, notice, title, intro, button, message, sections, sender } = content
  const row = (pair: MailRow): string => labeled(language, pair)
  const paragraphs = [
    notice,
    title,
    amountText(content),
    ...intro,
    button && `${row({ label: button.label, text: '' }).trimEnd()}\n${button.url}`,
    message && `${row({ label: message.label, text: '' }).trimEnd()}\n${message.text}`,
    ...sections.flatMap((section) => sectionText(section, row)),
    ['--', sender.why, sender.questions].filter((line) => line !== undefined).join('\n'),
    sender.lines.length === 0 ? undefined : sender.lines.join('\n'),
  ]
  return `${paragraphs.filter((paragraph) => paragraph !== undefined && paragraph !== '').join('\n\n')}\n`
}

function amountText({ language, amount }: MailContent): string | undefined {
  if (amount === undefined) return undefined
  const { note } = amount
  return [labeled(language, amount), note].filter((line) => line !== undefined).join('\n')
}

function sectionText(section: MailSection, row: (pair: MailRow) => string): readonly string[] {
  if (section.type === 'note') return [section.text]
  if (section.type === 'facts') return [section.rows.map(row).join('\n')]
  return [section.items.map((item) => itemText(item, row)).join('\n'), section.sums.map(row).join('\n')]
}

function itemText({ name, detail, amount }: MailItem, row: (pair: MailRow) => string): string {
  return row({ label: detail === undefined ? name : `${name} (${detail})`, text: amount })
}
