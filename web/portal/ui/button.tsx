import type { ComponentProps } from 'react'

export type ButtonLook = {
  /** One filled button per screen; the others are plain or quiet. */
  readonly kind?: 'plain' | 'quiet' | 'danger'
  readonly isCompact?: boolean
  readonly isWide?: boolean
}

/** The classes of a button, for links that look like one. */
export function buttonClass({ kind, isCompact = false, isWide = false }: ButtonLook = {}): string {
  return ['button', kind, isCompact && 'compact', isWide && 'wide'].filter(Boolean).join(' ')
}

type Props = Omit<ComponentProps<'button'>, 'className'> &
  ButtonLook & {
    /** Shown instead of the label while the action runs; the button then cannot be pressed again. */
    readonly busyLabel?: string | undefined
    readonly isBusy?: boolean
  }

export function Button({ kind, isCompact, isWide, isBusy = false, busyLabel, children, disabled, ...rest }: Props) {
  const look = { ...(kind && { kind }), ...(isCompact && { isCompact }), ...(isWide && { isWide }) }
  return (
    <button type="button" {...rest} className={buttonClass(look)} disabled={disabled || isBusy}>
      {isBusy && <span className="spinner" aria-hidden="true" />}
      {isBusy && busyLabel !== undefined ? busyLabel : children}
    </button>
  )
}
