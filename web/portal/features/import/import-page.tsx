import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ArrowLeft, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ApiProblem } from '../../api/api-problem.ts'
import { useCanCreate } from '../../session/organization.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Page } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useWords } from '../../words/use-words.ts'
import { CheckStep } from './check-step.tsx'
import { choicesOf } from './choices.ts'
import { ColumnsStep } from './columns-step.tsx'
import { useKeptChoices } from './kept-choices.ts'
import { type ImportFile, useDeleteImport, useImport, useUsualCurrency } from './queries.ts'
import { RunView } from './run-view.tsx'

const FROM = '/o/$organizationId/invoices/-/imports/$importId'

/** One file: its columns, its dry run, or its run. */
export function ImportPage() {
  const { importId } = useParams({ from: FROM })
  const words = useWords('imports')
  const mayImport = useCanCreate()
  const file = useImport(importId)
  const currency = useUsualCurrency()
  if (!mayImport) return <Problem error={new ApiProblem({ status: 403, body: {} })} />
  if (file.error !== null && file.data === undefined) {
    return <Problem error={file.error} onRetry={file.refetch} action={<BackToImports />} />
  }
  const name = file.data?.fileName ?? words.unnamed
  const isReady = file.data !== undefined && !currency.isPending
  return (
    <Page
      title={file.data === undefined ? words.title : name}
      heading={<span className="value">{file.data === undefined ? words.title : name}</span>}
      back={<BackToImports />}
      action={isReady && file.data?.status !== 'RUNNING' ? <DeleteFile importId={importId} /> : undefined}
    >
      {isReady ? <Shown key={importId} file={file.data} currency={currency.data} /> : <SkeletonLines count={6} />}
    </Page>
  )
}

type ShownProps = { readonly file: ImportFile; readonly currency: string | undefined }

function Shown({ file, currency }: ShownProps) {
  const { step } = useSearch({ from: FROM })
  const [choices, change] = useKeptChoices(file.importId, choicesOf(file.options, currency))
  if (file.status !== 'UPLOADED') return <RunView file={file} />
  return step === 'check' ? (
    <CheckStep file={file} choices={choices} onChange={change} />
  ) : (
    <ColumnsStep file={file} choices={choices} onChange={change} />
  )
}

function BackToImports() {
  const words = useWords('imports')
  return (
    <Link className="back-link" to="/o/$organizationId/invoices/-/imports" from="/o/$organizationId">
      <ArrowLeft size={16} aria-hidden="true" />
      {words.title}
    </Link>
  )
}

/** Files have data of customers: one that is not needed can go before its time. */
function DeleteFile({ importId }: { readonly importId: string }) {
  const words = useWords('imports')
  const navigate = useNavigate({ from: '/o/$organizationId' })
  const [isAsking, setAsking] = useState(false)
  const remove = useDeleteImport(importId)
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        showToast(words.removed)
        void navigate({ to: '/o/$organizationId/invoices/-/imports' })
      },
    })
  return (
    <>
      <Button kind="plain" onClick={() => setAsking(true)}>
        <Trash2 size={16} aria-hidden="true" />
        {words.remove}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={words.removeTitle}
        confirmLabel={words.remove}
        isBusy={remove.isPending}
        isDanger
        onConfirm={confirm}
      >
        <p>{words.removeText}</p>
        <FormProblem error={remove.error} />
      </ConfirmDialog>
    </>
  )
}
