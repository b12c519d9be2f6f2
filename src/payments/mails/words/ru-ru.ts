// pure
import type { PaymentMailWords } from './payment-mail-words.ts'

export const RU_RU: PaymentMailWords = {
  subjects: {
    receipt: ({ number, seller, amount }) =>
      number === undefined
        ? `Квитанция об оплате · ${seller} · ${amount}`
        : `Квитанция об оплате счёта ${number} · ${seller} · ${amount}`,
    partialReceipt: ({ number, seller, amount }) =>
      number === undefined
        ? `Квитанция о частичной оплате · ${seller} · ${amount}`
        : `Квитанция о частичной оплате счёта ${number} · ${seller} · ${amount}`,
    review: ({ number, seller, amount }) =>
      number === undefined
        ? `Ваш платёж проверяется · ${seller} · ${amount}`
        : `Ваш платёж по счёту ${number} проверяется · ${seller} · ${amount}`,
    refund: ({ number, seller, amount }) =>
      number === undefined
        ? `Возврат средств · ${seller} · ${amount}`
        : `Возврат средств по счёту ${number} · ${seller} · ${amount}`,
  },
  shortSubjects: {
    receipt: ({ amount }) => `Квитанция об оплате: ${amount}`,
    partialReceipt: ({ amount }) => `Квитанция о частичной оплате: ${amount}`,
    review: ({ amount }) => `Платёж проверяется: ${amount}`,
    refund: ({ amount }) => `Возврат средств: ${amount}`,
  },
  thankYou: 'Спасибо за оплату',
  received: ({ seller }) => `Продавец (${seller}) получил ваш платёж.`,
  paidInFull: 'Счёт оплачен полностью. Больше ничего делать не нужно.',
  paidOn: ({ day }) => `Оплачено ${day}`,
  underReview: 'Ваш платёж проверяется',
  reviewText: ({ seller }) =>
    `Продавец (${seller}) проверяет ваш платёж, прежде чем принять его. Платить ещё раз не нужно.`,
  reviewEnd: 'Когда платёж будет принят, вы получите квитанцию. Если его отклонят, деньги не спишут.',
  refundTitle: 'Вам вернули деньги',
  refundText: ({ seller, amount }) => `Продавец (${seller}) вернул ${amount} тем же способом, которым вы платили.`,
  refundTime: 'Деньги могут поступить на ваш счёт через несколько дней.',
  refundedOn: ({ day }) => `Возвращено ${day}`,
  refundId: 'Номер возврата',
  originalPayment: 'Исходный платёж',
  viewReceipt: 'Посмотреть квитанцию',
  attached: 'Квитанция в формате PDF приложена к письму.',
  why: ({ seller }) => `Вы получили это письмо в связи с платежом. Получатель платежа: ${seller}.`,

  merchant: {
    approved: {
      subject: ({ amount, number }) => `Получен платёж · ${amount} по счёту ${number}`,
      title: 'Вы получили платёж',
      paidInFull: 'Счёт оплачен полностью.',
    },
    review: {
      subject: ({ amount, number }) => `Платёж ждёт проверки · ${amount} по счёту ${number}`,
      title: 'Платёж ждёт вашей проверки',
      text: 'Примите или отклоните его. До этого клиент не сможет внести другой платёж по этому счёту.',
    },
    refunded: {
      subject: ({ amount, number }) => `Возврат выполнен · ${amount} по счёту ${number}`,
      title: 'Возврат выполнен',
      text: 'Если адрес эл. почты клиента известен, мы уже сообщили ему об этом.',
    },
    customer: 'Клиент',
    why: ({ seller }) =>
      `Вы получили это письмо, потому что в настройках счетов включены уведомления по эл. почте. Продавец: ${seller}.`,
    cardTesting: {
      subject: ({ seller }) => `Много отклонённых платежей: ${seller}`,
      title: 'Возможно, кто-то проверяет украденные карты',
      happened: 'По вашим платёжным ссылкам отклоняется необычно много попыток оплаты.',
      now: 'Ваши ссылки продолжают работать. Пока ситуация не нормализуется, плательщики подтверждают оплату картой в своём банке (3\u2011D\u00A0Secure) или проходят короткую проверку безопасности.',
      todo: 'Проверьте последние платежи и верните те, которые вам незнакомы.',
      view: 'Посмотреть оплаченные счета',
      declined: 'Отклонённые попытки',
      attempts: 'Всего попыток',
      since: 'Обнаружено',
      why: ({ seller }) => `Вы получили это письмо, потому что ваш адрес указан как контакт ${seller}.`,
    },
  },
}
