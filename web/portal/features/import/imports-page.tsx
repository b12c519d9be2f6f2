import { Link } from '@tanstack/react-router'
import { ArrowLeft, Download } from 'lucide-react'
import { ApiProblem } from '../../api/api-problem.ts'
import { csvText } from '../../files/csv-text.ts'
import { saveText } from '../../files/save-text.ts'
import { useCanCreate } from '../../session/organization.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useLanguage, useWords } from '../../words/use-words.ts'
import { FilePicker } from './file-picker.tsx'
import { RecentImports } from './recent-imports.tsx'
import { templateColumns } from './template-columns.ts'
import { useFieldLabels } from './use-field-labels.ts'
import { useLimits, useUpload } from './use-upload.ts'

/** Where an import begins: a file, what it may contain, and the files before it. */
export function ImportsPage() {
  const words = useWords('imports')
  if (!useCanCreate()) return <Problem error={new ApiProblem({ status: 403, body: {} })} />
  return (
    <Page title={words.title} back={<BackToList />}>
      <div className="import-page">
        <UploadCard />
        <Understood />
        <RecentImports />
      </div>
    </Page>
  )
}

function BackToList() {
  const words = useWords('invoices')
  return (
    <Link className="back-link" to="/o/$organizationId/invoices" from="/o/$organizationId">
      <ArrowLeft size={16} aria-hidden="true" />
      {words.customer.allInvoices}
    </Link>
  )
}

function UploadCard() {
  const words = useWords('imports')
  const { take, problem, isBusy } = useUpload()
  return (
    <FilePicker
      label={words.choose}
      help={words.limits(useLimits())}
      problem={problem}
      isBusy={isBusy}
      busyLabel={words.uploading}
      onFile={(file) => void take(file)}
    />
  )
}

/** The columns of a usual file, by names that are recognized. */
function Understood() {
  const words = useWords('imports')
  const language = useLanguage()
  const { short } = useFieldLabels()
  const columns = templateColumns((field) => [short(field).replace(/\s*[(（].*$/, '')])
  return (
    <section className="card" aria-labelledby="understood">
      <h2 id="understood">{words.understood}</h2>
      <ul className="column-names">
        {columns.map((column) => (
          <li key={column} className="value">
            {column}
          </li>
        ))}
      </ul>
      <p className="help">{words.understoodText}</p>
      <div>
        <Button kind="plain" isCompact onClick={() => saveText('invoices.csv', csvText([columns], language))}>
          <Download size={16} aria-hidden="true" />
          {words.template}
        </Button>
      </div>
    </section>
  )
}
