import { useSuspenseQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { choicesOf } from '../../../../src/invoicing/custom-fields/custom-field.ts'
import { useApi } from '../../api/api.ts'
import { LivePreview } from '../../preview/live-preview.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useWords } from '../../words/use-words.ts'
import { CustomFieldDialog } from './custom-field-dialog.tsx'
import type { CustomField } from './custom-field-values.ts'
import { customFieldsQuery, languageOf, type Settings, useDeleteCustomField } from './queries.ts'

type Opened = { readonly kind: 'new' } | { readonly kind: 'edit' | 'delete'; readonly field: CustomField }

type Props = { readonly canChange: boolean; readonly settings: Settings }

/** The fields that a merchant adds to its invoices, beside where payers see them. */
export function CustomFields({ canChange, settings }: Props) {
  const words = useWords('settings')
  const { data: fields } = useSuspenseQuery(customFieldsQuery(useApi()))
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const create = canChange && (
    <Button onClick={() => setOpened({ kind: 'new' })}>
      <Plus size={16} aria-hidden="true" />
      {words.newField}
    </Button>
  )
  return (
    <div className="settings-page">
      <div className="settings-form">
        {fields.length === 0 ? (
          <Empty title={words.noFields} action={create}>
            {words.fieldsText}
          </Empty>
        ) : (
          <>
            <p className="quiet">{words.fieldsText}</p>
            <ul className="card field-list">
              {fields.map((field) => (
                <FieldRow key={field.id} field={field} canChange={canChange} onOpen={setOpened} />
              ))}
            </ul>
            <div>{create}</div>
          </>
        )}
        {opened?.kind === 'delete' && <DeleteDialog field={opened.field} onClose={close} />}
        {opened !== undefined && opened.kind !== 'delete' && (
          <CustomFieldDialog field={opened.kind === 'edit' ? opened.field : undefined} onClose={close} />
        )}
      </div>
      <LivePreview body={{}} language={languageOf(settings)} version={JSON.stringify(fields)} />
    </div>
  )
}

type RowProps = {
  readonly field: CustomField
  readonly canChange: boolean
  readonly onOpen: (opened: Opened) => void
}

function FieldRow({ field, canChange, onOpen }: RowProps) {
  const words = useWords('settings')
  const { label, fieldType, customerVisible, readOnly, textMinLength, textMaxLength, possibleValues } = field
  const facts = [
    words.field.types[fieldType],
    customerVisible ? words.field.visible : words.field.hidden,
    ...(readOnly ? [words.field.readOnly] : []),
    ...(textMinLength === undefined && textMaxLength === undefined
      ? []
      : [`${textMinLength ?? 0}–${textMaxLength ?? 255}`]),
    ...(possibleValues === undefined ? [] : [choicesOf(possibleValues).join(', ')]),
  ]
  return (
    <li>
      <div>
        <h2 className="value">{label}</h2>
        <p className="help value">{facts.join(' · ')}</p>
      </div>
      {canChange && (
        <div className="actions">
          <button
            type="button"
            className="button quiet compact icon"
            aria-label={words.editField({ name: label })}
            onClick={() => onOpen({ kind: 'edit', field })}
          >
            <Pencil size={16} aria-hidden="true" />
          </button>
          <button
            type="button"
            className="button quiet compact icon"
            aria-label={words.deleteField({ name: label })}
            onClick={() => onOpen({ kind: 'delete', field })}
          >
            <Trash2 size={16} aria-hidden="true" />
          </button>
        </div>
      )}
    </li>
  )
}

function DeleteDialog({ field: { id, label: name }, onClose }: { field: CustomField; onClose: () => void }) {
  const words = useWords('settings')
  const remove = useDeleteCustomField()
  const done = () => {
    onClose()
    showToast(words.fieldDeleted({ name }))
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={words.deleteTitle({ name })}
      confirmLabel={words.deleteField({ name })}
      isDanger
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(id, { onSuccess: done })}
    >
      <FormProblem error={remove.error} />
      <p>{words.deleteText}</p>
    </ConfirmDialog>
  )
}
