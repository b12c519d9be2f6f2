import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../../api/api.ts'
import { ApiProblem, ConnectionLost } from '../../api/api-problem.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { ProblemNotice } from '../../ui/problem.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useWords } from '../../words/use-words.ts'
import { ChargeFields } from './charge-fields.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { CustomerFields } from './customer-fields.tsx'
import { DetailFields } from './detail-fields.tsx'
import { EditorActions } from './editor-actions.tsx'
import { mergedForm } from './form/merge-forms.ts'
import type { Saved } from './form/read-form.ts'
import { KeptNotice } from './kept-notice.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import { OptionFields } from './option-fields.tsx'
import { Preview } from './preview.tsx'
import { type Loaded, pathOf } from './queries.ts'
import { DiscardQuestion, type Question, ResendQuestion } from './questions.tsx'
import { SavedNotices } from './saved-notices.tsx'
import { useEditor } from './use-editor.ts'
import { useKeepTyped } from './use-kept-edit.ts'
import { usePreviewChoice } from './use-preview-choice.ts'
import { useSave } from './use-save.ts'
import { ViewSwitch } from './view-switch.tsx'

type Props = {
  readonly tag: string | undefined
  readonly canEdit: boolean
  /** Takes what someone else saved as the invoice to compare with. */
  readonly onBase: (theirs: Loaded) => Saved
}

/** The form at the left, and at the right what the customer will see. */
export function EditorPage({ tag, canEdit, onBase }: Props) {
  const words = useWords('editor')
  const shell = useWords('shell')
  const api = useApi()
  const navigate = useNavigate()
  const { form, saved, number, status } = useEditor()
  const { organizationId } = api
  const about = number === undefined ? 'invoice:new' : `invoice:${number}`
  const forget = useKeepTyped(about, form, saved?.form ?? null)
  const saving = useSave({ tag, onSaved: forget })
  const [question, setQuestion] = useState<Question>()
  const preview = usePreviewChoice()
  const title = number === undefined ? words.newTitle : words.editTitle({ number })
  const toNew = (from: string) =>
    navigate({ to: '/o/$organizationId/invoices/new', params: { organizationId }, search: { from } })
  const discard = async () => {
    setQuestion(undefined)
    try {
      if (number !== undefined) await api.post(`${pathOf(number)}/cancelation`, {})
    } catch (error) {
      if (!(error instanceof ApiProblem || error instanceof ConnectionLost)) throw error
      return showToast(error instanceof ApiProblem && error.message !== '' ? error.message : shell.connectionLostText)
    }
    if (question === 'cancel' && number !== undefined) {
      await forget()
      return toNew(number)
    }
    showToast(words.discarded)
    return saving.leave(undefined)
  }
  const keepMine = (theirs: Loaded) => {
    const mine = form.getValues()
    const next = onBase(theirs)
    const merged = mergedForm(mine, saved?.form ?? mine, next.form)
    form.reset(merged)
    saving.rebase(theirs)
    void saving.save(saving.conflict?.intent ?? 'update', next)
  }
  const takeTheirs = (theirs: Loaded) => {
    form.reset(onBase(theirs).form)
    saving.rebase(theirs)
  }
  return (
    <Page
      title={title}
      heading={<span className="value">{title}</span>}
      back={
        <Link to="/o/$organizationId/invoices" params={{ organizationId }} className="back-link">
          <ArrowLeft size={16} aria-hidden="true" />
          {shell.invoices}
        </Link>
      }
      action={
        canEdit && (
          <EditorActions
            busy={saving.busy}
            onSave={(intent) => void saving.save(intent)}
            onDuplicate={() => void toNew(number ?? '')}
            onDiscard={() => setQuestion('discard')}
          />
        )
      }
    >
      {!canEdit && <p className="notice warning">{words.notEditable}</p>}
      {saving.problem !== undefined && <ProblemNotice>{saving.problem}</ProblemNotice>}
      <KeptNotice about={about} />
      <div className={`editor shows-${preview.shown}${preview.isOff ? ' without-preview' : ''}`}>
        <ViewSwitch shown={preview.shown} onShow={preview.show} />
        <form className="editor-form" onSubmit={(event) => event.preventDefault()} noValidate>
          <SavedNotices />
          <CustomerFields />
          <ChargeFields onCancelAndNew={() => setQuestion('cancel')} />
          <DetailFields />
          <OptionFields />
          {preview.isOff && (
            <Button kind="plain" isCompact onClick={preview.turnOn}>
              {words.showPreview}
            </Button>
          )}
        </form>
        {!preview.isOff && <Preview key={preview.shown} onHide={preview.turnOff} />}
      </div>
      {saving.conflict !== undefined && (
        <ConflictDialog theirs={saving.conflict.theirs} onKeepMine={keepMine} onTakeTheirs={takeTheirs} />
      )}
      <ResendQuestion
        email={saving.resendTo}
        onLeave={() => void saving.leave(number)}
        onSend={() => void saving.sendAgain()}
      />
      <DiscardQuestion question={question} onClose={() => setQuestion(undefined)} onConfirm={() => void discard()} />
      {status !== undefined && status !== 'DRAFT' && <LeaveQuestion isSaved={saving.isSaved} />}
    </Page>
  )
}
