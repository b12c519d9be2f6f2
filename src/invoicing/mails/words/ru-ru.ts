// pure
import { plural } from '../../../kernel/wording/plural.ts'
import type { OwnInvoiceMailWords } from './invoice-mail-words.ts'

export const RU_RU: OwnInvoiceMailWords = {
  subjects: {
    due: ({ number, seller, amount, due }) =>
      number === undefined
        ? `Счёт · ${seller} · ${amount}, срок оплаты: ${due}`
        : `Счёт ${number} · ${seller} · ${amount}, срок оплаты: ${due}`,
    overdue: ({ number, seller, amount, due }) =>
      number === undefined
        ? `Счёт · ${seller} · ${amount}, срок оплаты истёк ${due}`
        : `Счёт ${number} · ${seller} · ${amount}, срок оплаты истёк ${due}`,
    nothingDue: ({ number, seller }) => (number === undefined ? `Счёт · ${seller}` : `Счёт ${number} · ${seller}`),
    reminder: ({ number, seller, amount, due }) =>
      number === undefined
        ? `Напоминание: счёт · ${seller} · ${amount}, срок оплаты: ${due}`
        : `Напоминание: счёт ${number} · ${seller} · ${amount}, срок оплаты: ${due}`,
    overdueReminder: ({ number, seller, amount, due }) =>
      number === undefined
        ? `Напоминание: ваш счёт просрочен · ${seller} · ${amount}, срок оплаты истёк ${due}`
        : `Напоминание: счёт ${number} просрочен · ${seller} · ${amount}, срок оплаты истёк ${due}`,
    canceled: ({ number, seller }) =>
      number === undefined ? `Ваш счёт отменён · ${seller}` : `Счёт ${number} отменён · ${seller}`,
  },
  shortSubjects: {
    due: ({ amount, due }) => `${amount}, срок оплаты: ${due}`,
    overdue: ({ amount, due }) => `${amount}, срок оплаты истёк ${due}`,
    reminder: ({ amount, due }) => `Напоминание: ${amount}, срок оплаты: ${due}`,
    overdueReminder: ({ amount, due }) => `Напоминание: ${amount}, срок оплаты истёк ${due}`,
  },
  titles: {
    invoice: ({ seller }) => `Счёт от продавца ${seller}`,
    reminder: 'Скоро срок оплаты счёта',
    overdueReminder: 'Срок оплаты счёта истёк',
    canceled: 'Ваш счёт отменён',
  },
  preheaders: {
    payBy: ({ due }) => `Посмотрите и оплатите его онлайн. Срок оплаты: ${due}.`,
    view: 'Посмотрите его онлайн.',
    overdue: ({ due }) => `Срок оплаты истёк ${due}. Счёт по-прежнему можно оплатить онлайн.`,
    canceled: 'Оплачивать его не нужно.',
  },
  wasDue: ({ due }) => `Срок оплаты истёк ${due}`,
  sent: ({ seller }) => `Продавец (${seller}) выставил вам счёт.`,
  sentAgain: ({ seller }) => `Отправляем вам счёт ещё раз. Продавец: ${seller}.`,
  dueIn: ({ days }) =>
    plural('ru-RU', days, {
      one:
        days === 1
          ? 'Напоминаем: срок оплаты этого счёта наступает завтра.'
          : `Напоминаем: до срока оплаты этого счёта остался ${days}\u00A0день.`,
      few: `Напоминаем: до срока оплаты этого счёта осталось ${days}\u00A0дня.`,
      many: `Напоминаем: до срока оплаты этого счёта осталось ${days}\u00A0дней.`,
      other: `Напоминаем: до срока оплаты этого счёта осталось ${days}\u00A0дня.`,
    }),
  dueToday: 'Напоминаем: сегодня последний день оплаты этого счёта.',
  overdue: 'Мы ещё не получили оплату по этому счёту.',
  alreadyPaid: 'Если вы уже оплатили счёт, не обращайте внимания на это письмо.',
  canceled: ({ seller }) => `Продавец (${seller}) отменил этот счёт. Оплачивать его не нужно.`,
  thankYou: 'Спасибо',
  attached: 'Счёт в формате PDF приложен к письму.',
  why: ({ seller, address }) =>
    `Это письмо отправлено на адрес ${address}, потому что продавец (${seller}) указал этот адрес в счёте.`,
}
