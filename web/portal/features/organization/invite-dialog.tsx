import { Copy } from 'lucide-react'
import { useForm, useWatch } from 'react-hook-form'
import { ApiProblem } from '../../api/api-problem.ts'
import { useOrganization } from '../../session/organization.ts'
import type { Role } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useWords } from '../../words/use-words.ts'
import { useInvite } from './queries.ts'
import { ROLES } from './roles.ts'

type Values = { readonly email: string; readonly name: string; readonly role: Role }
type Props = { readonly onClose: () => void; readonly onLink: (link: string) => void }

export function InviteDialog({ onClose, onLink }: Props) {
  const words = useWords('people')
  const entry = useWords('entry')
  const shell = useWords('shell')
  const { role: ownRole } = useOrganization()
  const invite = useInvite()
  const { register, handleSubmit, control, formState } = useForm<Values>({
    defaultValues: { email: '', name: '', role: 'clerk' },
  })
  const role = useWatch({ control, name: 'role' })
  const submit = handleSubmit(({ email, name, role }) => {
    const user = { email: email.trim(), role, ...(name.trim() !== '' && { name: name.trim() }) }
    invite.mutate(user, {
      onSuccess: ({ link }) => {
        onClose()
        if (link === undefined) showToast(words.invitationSent({ email: user.email }))
        else onLink(link)
      },
    })
  })
  const isMember = invite.error instanceof ApiProblem && invite.error.reason === 'ALREADY_USER'
  return (
    <Dialog isOpen onClose={onClose} title={words.invite} isQuestion>
      <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
        <FormProblem error={isMember ? null : invite.error} />
        <p>{words.inviteText}</p>
        <TextField
          label={words.email}
          type="email"
          autoComplete="off"
          problem={formState.errors.email?.message ?? (isMember ? words.alreadyMember : undefined)}
          {...register('email', { validate: (email) => (/^\s*\S+@\S+\s*$/.test(email) ? true : entry.invalidEmail) })}
        />
        <TextField label={words.name} autoComplete="off" maxLength={100} {...register('name')} />
        <SelectField label={words.role} help={words.roleHelp[role]} {...register('role')}>
          {ROLES.filter((one) => one !== 'owner' || ownRole === 'owner').map((one) => (
            <option key={one} value={one}>
              {words.roles[one]}
            </option>
          ))}
        </SelectField>
        <DialogActions>
          <Button kind="plain" onClick={onClose} disabled={invite.isPending}>
            {shell.cancel}
          </Button>
          <Button type="submit" isBusy={invite.isPending}>
            {words.sendInvitation}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** The link of an invitation, where no mail server is configured. */
export function LinkDialog({ link, onClose }: { readonly link: string; readonly onClose: () => void }) {
  const words = useWords('people')
  const shell = useWords('shell')
  const copy = () => void navigator.clipboard.writeText(link).then(() => showToast(shell.copied))
  return (
    <Dialog isOpen onClose={onClose} title={words.linkTitle}>
      <p>{words.linkText}</p>
      <p>
        <code className="value">{link}</code>
      </p>
      <DialogActions>
        <Button kind="plain" onClick={onClose}>
          {shell.close}
        </Button>
        <Button onClick={copy}>
          <Copy size={16} aria-hidden="true" />
          {shell.copy}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
