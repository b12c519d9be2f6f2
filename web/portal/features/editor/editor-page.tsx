import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../../api/api.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { ProblemNotice } from '../../ui/problem.tsx'
import { useWords } from '../../words/use-words.ts'
import { ChargeFields } from './charge-fields.tsx'
import { CustomerFields } from './customer-fields.tsx'
import { DetailFields } from './detail-fields.tsx'
import { EditorActions } from './editor-actions.tsx'
import { mergedForm } from './form/merge-forms.ts'
import type { Saved } from './form/read-form.ts'
import { OptionFields } from './option-fields.tsx'
import { Preview } from './preview.tsx'
import type { Loaded } from './queries.ts'
import { SavedNotices } from './saved-notices.tsx'
import { ConflictDialog } from './saving/conflict-dialog.tsx'
import { KeptNotice } from './saving/kept-notice.tsx'
import { LeaveQuestion } from './saving/leave-question.tsx'
import { DiscardQuestion, type Question, ResendQuestion } from './saving/questions.tsx'
import { useDiscard } from './saving/use-discard.ts'
import { useForgetKept, useKeepTyped } from './saving/use-kept-edit.ts'
import { useSave } from './saving/use-save.ts'
import { beginsWithTyping, useEditor } from './use-editor.ts'
import { usePreviewChoice } from './use-preview-choice.ts'
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
  const api = useApi()
  const navigate = useNavigate()
  const { form, saved, number, status } = useEditor()
  const { organizationId } = api
  const about = number === undefined ? 'invoice:new' : `invoice:${number}`
  const forget = useKeepTyped(about, form, saved?.form ?? null)
  const forgetStored = useForgetKept(about)
  const saving = useSave({ tag, onSaved: forget, onStored: forgetStored, onBase })
  const [question, setQuestion] = useState<Question>()
  const preview = usePreviewChoice()
  const title = number === undefined ? words.newTitle : words.editTitle({ number })
  const toNew = (from: string) =>
    navigate({ to: '/o/$organizationId/invoices/-/new', params: { organizationId }, search: { from } })
  const discardInvoice = useDiscard({ forget, leave: saving.leave, onCopy: toNew })
  const discard = () => {
    setQuestion(undefined)
    void discardInvoice(question)
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
      hasFirstField={number === undefined && beginsWithTyping()}
      heading={<span className="value">{title}</span>}
      back={<BackToInvoices />}
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
        {preview.isVisible && <Preview onHide={preview.turnOff} />}
      </div>
      {saving.conflict !== undefined && (
        <ConflictDialog
          theirs={saving.conflict.theirs}
          base={saving.conflict.base}
          onKeepMine={keepMine}
          onTakeTheirs={takeTheirs}
          onClose={saving.closeConflict}
        />
      )}
      <ResendQuestion
        email={saving.resendTo}
        onLeave={() => void saving.leave(number)}
        onSend={() => void saving.sendAgain()}
      />
      <DiscardQuestion question={question} onClose={() => setQuestion(undefined)} onConfirm={discard} />
      {status !== undefined && status !== 'DRAFT' && <LeaveQuestion isSaved={saving.isSaved} />}
    </Page>
  )
}

function BackToInvoices() {
  const words = useWords('shell')
  const { organizationId } = useApi()
  return (
    <Link to="/o/$organizationId/invoices" params={{ organizationId }} className="back-link">
      <ArrowLeft size={16} aria-hidden="true" />
      {words.invoices}
    </Link>
  )
}
