import { useQueryClient, useSuspenseQueries } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useApi } from '../../api/api.ts'
import { useToday } from '../../invoice-list/queries.ts'
import { useCanCreate } from '../../session/organization.ts'
import { useLanguage } from '../../words/use-words.ts'
import { Editor } from './editor.tsx'
import { daysAfter } from './form/due-dates.ts'
import { blankForm } from './form/editor-form.ts'
import { copyOf, formFromBody } from './form/form-from-body.ts'
import { customFieldsQuery, editedQuery, usualCurrencyQuery, withCustomFields } from './queries.ts'

const DUE_IN_DAYS = 14

/** A new invoice, blank or with the content of another one. */
export function NewInvoicePage() {
  const { from } = useSearch({ from: '/o/$organizationId/invoices/-/new' })
  return from === undefined ? <BlankInvoice /> : <CopiedInvoice key={from} number={from} />
}

function BlankInvoice() {
  const api = useApi()
  const dueDate = daysAfter(useToday(), DUE_IN_DAYS)
  const [{ data: currency }, { data: fields }] = useSuspenseQueries({
    queries: [usualCurrencyQuery(api), customFieldsQuery(api)],
  })
  const [start] = useState(() => withCustomFields(blankForm({ currency, dueDate }), fields))
  return <Editor loaded={undefined} start={start} canEdit={useCanCreate()} />
}

/** The next visit loads the invoice again: suspended queries outlive their page by a second. */
function useForgottenAfter(number: string): void {
  const [api, client] = [useApi(), useQueryClient()]
  useEffect(() => () => client.removeQueries({ queryKey: editedQuery(api, number).queryKey }), [api, client, number])
}

function CopiedInvoice({ number }: { readonly number: string }) {
  const api = useApi()
  const language = useLanguage()
  const dueDate = daysAfter(useToday(), DUE_IN_DAYS)
  useForgottenAfter(number)
  const [{ data: copied }, { data: fields }] = useSuspenseQueries({
    queries: [editedQuery(api, number), customFieldsQuery(api)],
  })
  const [start] = useState(() => {
    const known = new Set(fields.map(({ id }) => id))
    const form = copyOf(formFromBody(copied.body, language), { dueDate })
    const custom = form.custom.filter(({ definitionId }) => known.has(definitionId))
    return withCustomFields({ ...form, custom }, fields)
  })
  return <Editor loaded={undefined} start={start} canEdit={useCanCreate()} />
}

/** A saved invoice, as far as its status still allows changes. */
export function EditInvoicePage() {
  const { number } = useParams({ from: '/o/$organizationId/invoices/$number/edit' })
  return <SavedInvoice key={number} number={number} />
}

function SavedInvoice({ number }: { readonly number: string }) {
  const api = useApi()
  const language = useLanguage()
  const canCreate = useCanCreate()
  useForgottenAfter(number)
  const [{ data: loaded }, { data: fields }] = useSuspenseQueries({
    queries: [editedQuery(api, number), customFieldsQuery(api)],
  })
  const places = fields.map(({ id }) => ({ id }))
  const [start] = useState(() => withCustomFields(formFromBody(loaded.body, language), places))
  const canEdit = canCreate && loaded.body._links.update !== undefined
  return <Editor loaded={loaded} start={start} canEdit={canEdit} />
}
