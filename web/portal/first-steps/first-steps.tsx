import { Circle, CircleCheck } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useFormat } from '../format/use-format.ts'
import { useSession } from '../session/session.ts'
import { useWords } from '../words/use-words.ts'
import { isShown, type Step, stepsOf } from './progress.ts'
import { type Progress, useFirstSteps } from './queries.ts'
import { BrandLinks, InvoiceLinks, PayLinks, ResultLinks } from './step-links.tsx'

/** Leads a new merchant from the first invoice to its report. */
export function FirstSteps() {
  const { data: progress } = useFirstSteps()
  return progress !== undefined && isShown(progress) ? <Checklist progress={progress} /> : null
}

function Checklist({ progress }: { readonly progress: Progress }) {
  const words = useWords('steps')
  const format = useFormat()
  const id = useId()
  const { mode } = useSession()
  const steps = stepsOf(progress)
  const done = steps.filter(([, isDone]) => isDone).length
  // The first that is open is the next one; its link is the page's primary action.
  const next = steps.find(([, isDone]) => !isDone)?.[0]
  const texts: Readonly<Record<Step, string>> = {
    brand: words.brandText,
    invoice: words.invoiceText,
    pay: mode === 'sandbox' ? words.payTextSandbox : words.payText,
    results: words.resultsText,
  }
  const links: Readonly<Record<Step, ReactNode>> = {
    brand: <BrandLinks isNext={next === 'brand'} />,
    invoice: <InvoiceLinks isNext={next === 'invoice'} />,
    pay: <PayLinks isNext={next === 'pay'} number={progress.invoice.newestNumber} />,
    results: <ResultLinks results={progress.results} number={progress.invoice.newestNumber} />,
  }
  return (
    <section className="card first-steps" aria-labelledby={id}>
      <header>
        <h2 id={id}>{words.title}</h2>
        <p className="quiet small">{words.progress({ done: format.count(done), total: format.count(steps.length) })}</p>
      </header>
      <ol>
        {steps.map(([step, isDone]) => (
          <li key={step} className={isDone ? 'done' : ''}>
            <Tick isDone={isDone} />
            <div className="stack">
              <h3>{words[step]}</h3>
              {!isDone && <p className="quiet">{texts[step]}</p>}
              {(!isDone || step === 'results') && links[step]}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Tick({ isDone }: { readonly isDone: boolean }) {
  const words = useWords('steps')
  const Icon = isDone ? CircleCheck : Circle
  return (
    <span className={isDone ? 'tick done' : 'tick'}>
      <Icon size={20} aria-hidden="true" />
      <span className="hidden-text">{isDone ? words.done : words.open}</span>
    </span>
  )
}
