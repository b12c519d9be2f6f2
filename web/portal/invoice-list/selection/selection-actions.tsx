import { useNavigate } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { labeled } from '../../../../src/kernel/wording/labeled.ts'
import type { JobAction } from '../../invoice-jobs/job.ts'
import { useCanCreate, useOrganization } from '../../session/organization.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuItem, MenuLink } from '../../ui/menu.tsx'
import { useLanguage, useWords } from '../../words/use-words.ts'
import { CsvLink, useCsvAddress } from '../csv-link.tsx'
import { useToday } from '../queries.ts'
import { selectionQuery } from '../state/api-query.ts'
import type { Column } from '../state/columns.ts'
import { actionsIn } from '../state/job-order.ts'
import { type ListState, readListState, searchOf } from '../state/list-state.ts'
import type { Selection } from '../state/selection.ts'

const JobDialog = lazy(async () => ({ default: (await import('./job-dialog.tsx')).JobDialog }))

type Props = {
  readonly selected: Selection
  /** The list with the filters of its page. */
  readonly narrowed: ListState
  readonly columns: readonly Column[]
  /** Undefined while all that match are counted. */
  readonly count: number | undefined
  readonly isCompact: boolean
}

/** The actions on the selected invoices. People who may only look can export them. */
export function SelectionActions({ selected, narrowed, columns, count, isCompact }: Props) {
  const [opened, setOpened] = useState<JobAction>()
  const query = selectionQuery(selected, narrowed, useToday())
  const actions = useCanCreate() ? actionsIn(narrowed.view) : []
  const Actions = isCompact && actions.length > 0 ? CompactActions : AllActions
  const showJob = useShowJob()
  return (
    <>
      <Actions actions={actions} file={{ query, columns }} onOpen={setOpened} />
      <Suspense>
        {opened !== undefined && (
          <JobDialog
            action={opened}
            order={{ selection: selected, state: narrowed }}
            count={count}
            onClose={() => setOpened(undefined)}
            onStarted={(jobId) => void showJob(jobId)}
          />
        )}
      </Suspense>
    </>
  )
}

/** Leads to the page of a job. The list behind it has no selection any more: its invoices have been taken care of. */
function useShowJob(): (jobId: string) => Promise<void> {
  const navigate = useNavigate()
  const { organizationId } = useOrganization()
  return async (jobId) => {
    await navigate({
      to: '.',
      search: (before) => searchOf({ ...readListState(before), selected: undefined }),
      replace: true,
      resetScroll: false,
    })
    await navigate({ to: '/o/$organizationId/invoices/-/jobs/$jobId', params: { organizationId, jobId } })
  }
}

type ActionsProps = {
  readonly actions: readonly JobAction[]
  readonly file: Parameters<typeof useCsvAddress>[0]
  readonly onOpen: (action: JobAction) => void
}

function AllActions({ actions, file, onOpen }: ActionsProps) {
  const words = useWords('invoices')
  const jobs = useWords('jobs')
  const label = words.exportCsv
  const describedAs = labeled(useLanguage(), { label, text: words.selection.title })
  return (
    <>
      {actions.map((action) => (
        <Button key={action} kind="plain" isCompact onClick={() => onOpen(action)}>
          {jobs.actions[action]}
        </Button>
      ))}
      <CsvLink {...file} label={label} describedAs={describedAs} />
    </>
  )
}

/** The first action, and the others in a menu. */
function CompactActions({ actions: [first, ...others], file, onOpen }: ActionsProps) {
  const words = useWords('invoices')
  const shell = useWords('shell')
  const jobs = useWords('jobs')
  const address = useCsvAddress(file)
  return (
    <>
      {first !== undefined && (
        <Button kind="plain" isCompact onClick={() => onOpen(first)}>
          {jobs.actions[first]}
        </Button>
      )}
      <Menu
        side="top"
        trigger={
          <button type="button" className="button plain compact icon" aria-label={shell.more} title={shell.more}>
            <Ellipsis size={16} aria-hidden="true" />
          </button>
        }
      >
        {others.map((action) => (
          <MenuItem key={action} onSelect={() => onOpen(action)} isDanger={action === 'cancel'}>
            {jobs.actions[action]}
          </MenuItem>
        ))}
        <MenuLink link={<a href={address} download />}>{words.exportCsv}</MenuLink>
      </Menu>
    </>
  )
}
