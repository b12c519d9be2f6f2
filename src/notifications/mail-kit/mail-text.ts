// pure
import { labeled } from '../../kernel/wording/labeled.ts'
import type { MailAction, MailContent, MailItem, MailRow, MailSection } from './mail-content.ts'
import { RIGHT_TO_LEFT } from './right-to-left.ts'

type WriteRow = (pair: MailRow) => string

/** The mail for people who read plain text: the same sentences in the same order, paragraph by paragraph. */
export function mailText(content: MailContent): string {
  const { language, notice, title, intro, button, link, outro, message, sections, sender } = content
  const row: WriteRow = ({ label, text }) => labeled(language, { label, text: indented(text) })
  const action = ({ label, url }: MailAction): string => `${heading(label, row)}\n${url}`
  const paragraphs = [
    notice,
    title,
    amountText(content, row),
    ...intro,
    button && action(button),
    link && action(link),
    ...outro,
    message && `${heading(message.label, row)}\n${message.text}`,
    ...sections.flatMap((section) => sectionText(section, row)),
    `--\n${parts([sender.questions, sender.lines.join('\n'), sender.why])}`,
  ]
  return `${parts(paragraphs)}\n`
}

function parts(paragraphs: readonly (string | undefined)[]): string {
  return paragraphs.filter((paragraph) => paragraph !== undefined && paragraph !== '').join('\n\n')
}

/** Further lines belong to the label of the first. */
function indented(text: string): string {
  return text.replaceAll(/\r\n?|\n/g, '\n  ')
}

function heading(label: string, row: WriteRow): string {
  return row({ label, text: '' }).trimEnd()
}

function amountText({ amount }: MailContent, row: WriteRow): string | undefined {
  if (amount === undefined) return undefined
  return [row(amount), amount.note, amount.about].filter((line) => line !== undefined).join('\n')
}

function sectionText(section: MailSection, row: WriteRow): readonly string[] {
  if (section.type === 'note') return [section.text]
  if (section.type === 'facts') return [section.rows.map(row).join('\n')]
  return [section.items.map((item) => itemText(item, row)).join('\n'), section.sums.map(row).join('\n')]
}

function itemText({ name, detail, amount }: MailItem, row: WriteRow): string {
  return row({ label: detail === undefined ? name : `${isolated(name)} (${detail})`, text: amount })
}

const ISOLATE = '\u2068'
const END_ISOLATE = '\u2069'

/** A name that is read from right to left would turn the price behind it around. */
function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `${ISOLATE}${name}${END_ISOLATE}` : name
}
