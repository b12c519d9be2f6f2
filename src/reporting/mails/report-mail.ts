// pure
import { countText, type Language } from '../../kernel/language.ts'
import { labeled } from '../../kernel/wording/labeled.ts'
import { TERMS } from '../../kernel/wording/terms.ts'
import { fittingSubject, type MailContent } from '../../notifications/pure.ts'
import { REPORT_MAIL_WORDS } from './report-mail-words.ts'

/** The report data in the mail's payload; see `report-notices.ts`. */
export type ReportFacts = {
  readonly reportName: string
  readonly reportDefinitionName: string
  readonly reportStatus: string
  readonly reportStartTime: string
  readonly reportEndTime: string
  readonly timezone: string
  readonly rows?: number
  readonly href: string
}

type ReportMailInput = {
  readonly facts: ReportFacts
  readonly language: Language
  readonly organization: string
  readonly baseUrl: string
  readonly isSandbox: boolean
}

const PLAIN = { backgroundColor: '#FFFFFF', fontColor: '#000000' }
const WORDINGS: Readonly<Record<string, 'ready' | 'noData' | 'failed'>> = {
  COMPLETED: 'ready',
  NO_DATA: 'noData',
  ERROR: 'failed',
}

/** A mail about a report that has finished: a link to it, never its data. */
export function reportMail({ facts, language, organization, baseUrl, isSandbox }: ReportMailInput): MailContent {
  const words = REPORT_MAIL_WORDS[language]
  const wording = WORDINGS[facts.reportStatus] ?? 'failed'
  const { subject, title, text } = words[wording]
  return {
    language,
    subject: fittingSubject([
      subject({ name: facts.reportName }),
      labeled(language, { label: title, text: facts.reportName }),
    ]),
    preheader: text,
    notice: isSandbox ? TERMS[language].testMode : undefined,
    brand: { name: organization, colors: PLAIN, logo: undefined },
    title,
    amount: undefined,
    intro: [text],
    button: wording === 'ready' ? { label: words.download, url: `${baseUrl}${facts.href}` } : undefined,
    link: undefined,
    outro: [],
    message: undefined,
    sections: [{ type: 'facts', rows: rowsOf(facts, language) }],
    sender: { why: words.why({ organization }), questions: undefined, lines: [] },
  }
}

function rowsOf(facts: ReportFacts, language: Language): readonly { readonly label: string; readonly text: string }[] {
  const words = REPORT_MAIL_WORDS[language]
  const { rows } = facts
  return [
    { label: words.report, text: facts.reportName },
    { label: words.definition, text: facts.reportDefinitionName },
    { label: words.period, text: periodText(facts, language) },
    { label: words.timeZone, text: facts.timezone },
    ...(rows === undefined ? [] : [{ label: words.rows, text: countText(rows, language) }]),
  ]
}

/** With its times: a period may begin at any minute. The end is not part of it. */
function periodText({ reportStartTime, reportEndTime, timezone }: ReportFacts, language: Language): string {
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone } as const
  const format = new Intl.DateTimeFormat(language, options)
  const [start, end] = [reportStartTime, reportEndTime].map((time) => Temporal.Instant.from(time).epochMilliseconds)
  return `${format.format(start)} – ${format.format(end)}`
}
