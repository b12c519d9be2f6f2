import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'

type Props = {
  /** A button; the popup opens from it. */
  readonly trigger: ReactElement
  /** Names the popup for screen readers, and stands above its content. */
  readonly title: ReactNode
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly children: ReactNode
}

/** A small form beside the button that opens it. */
export function Popover({ trigger, title, isOpen, onOpenChange, children }: Props) {
  return (
    <Base.Root open={isOpen} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner
          className="popup-place"
          // A popup whose button has been scrolled away does not widen the page.
          positionMethod="fixed"
          sideOffset={4}
          align="start"
          collisionPadding={8}
        >
          <Base.Popup className="popup form-popup">
            <Base.Title className="popup-title">{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
