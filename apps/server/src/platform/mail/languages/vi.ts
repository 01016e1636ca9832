import type { MailTexts } from "./en.ts";

export const vietnamese: MailTexts = {
  unsubscribe: "Hủy đăng ký",
  worksUntil: (time) => `Liên kết có hiệu lực đến: ${time}.`,
  worksFor: (span) => `Liên kết có hiệu lực trong ${span}.`,
  reasonAccount: (name) => `Bạn nhận được email này vì một tài khoản tại ${name} dùng địa chỉ này.`,
  reasonEntered: (name) => `Bạn nhận được email này vì địa chỉ này đã được nhập tại ${name}.`,
  askedAtStore: (store, name) =>
    `Yêu cầu này được gửi từ cửa hàng ${store}, hoạt động trên ${name}. Một tài khoản dùng được ở mọi cửa hàng trên ${name}.`,
  notYou: "Nếu không phải bạn, hãy đặt ngay mật khẩu mới.",
  newPassword: "Đặt mật khẩu mới",
  order: {
    subject: (number, name) => `Đơn hàng ${number} của bạn tại ${name}`,
    preview: (number, total) => `Đơn hàng ${number}, ${total}.`,
    heading: "Cảm ơn bạn đã đặt hàng",
    text: (number) => `Chúng tôi đã nhận được đơn hàng ${number} và khoản thanh toán của bạn.`,
    subtotal: "Tạm tính",
    discount: "Giảm giá",
    shipping: "Vận chuyển",
    free: "Miễn phí",
    tax: "Thuế",
    taxIncluded: "Đã gồm thuế",
    reverseCharge: "Người mua tự nộp thuế GTGT (reverse charge)",
    total: "Tổng cộng",
    paidWith: "Thanh toán bằng",
    invoiceAttached: "Hóa đơn được đính kèm.",
    delivery: "Giao hàng",
    pickup: "Nhận tại cửa hàng",
    shippingAddress: "Địa chỉ giao hàng",
    returnItem: "Trả lại sản phẩm",
    track: "Theo dõi đơn hàng",
    open: "Xem đơn hàng",
    reason: (name) =>
      `Bạn nhận được email này vì bạn đã đặt hàng tại ${name} bằng địa chỉ này. Hãy trả lời nếu có gì chưa đúng.`,
  },
  orderCanceled: {
    subject: (number, name) => `Đơn hàng ${number} tại ${name} đã bị hủy`,
    heading: "Đơn hàng của bạn đã bị hủy",
    text: (number) => `Đơn hàng ${number} đã bị hủy. Sẽ không có gì được gửi đi.`,
    refund:
      "Chúng tôi hoàn lại số tiền bạn đã thanh toán. Bạn sẽ nhận được email khi việc hoàn tiền hoàn tất.",
  },
  orderChanged: {
    subject: (number, name) => `Đơn hàng ${number} tại ${name} đã được thay đổi`,
    heading: "Đơn hàng của bạn đã được thay đổi",
    text: (number) => `Đơn hàng ${number} đã được thay đổi. Đây là nội dung hiện tại của đơn hàng.`,
    refund: (amount) =>
      `Đơn hàng nay có giá thấp hơn. Chúng tôi hoàn lại ${amount} theo cách bạn đã thanh toán.`,
    due: (amount) => `Còn phải thanh toán ${amount}.`,
    before: (variant) => `Trước: ${variant}`,
    now: (variant) => `Bây giờ: ${variant}`,
    undone: "Địa chỉ giao hàng hoặc kích cỡ đã được thay đổi rồi đổi lại như cũ.",
    formerAddress: "Địa chỉ giao hàng trước đây",
    notYou: "Nếu bạn không thực hiện thay đổi này, hãy liên hệ ngay với chúng tôi.",
    pay: (amount) => `Thanh toán ${amount}`,
    open: {
      subject: (number, name, amount) => `Đơn hàng ${number} tại ${name}: ${amount} cho thay đổi`,
      heading: "Thanh toán cho thay đổi của đơn hàng",
      text: (number, amount, until) =>
        `Với thay đổi này, đơn hàng ${number} có giá cao hơn ${amount}. Đơn hàng được thay đổi ngay khi bạn thanh toán. Nếu bạn không thanh toán trước ${until}, đơn hàng giữ nguyên.`,
    },
  },
  orderRefunded: {
    subject: (number, name) => `Hoàn tiền cho đơn hàng ${number} tại ${name}`,
    heading: "Khoản hoàn tiền của bạn",
    text: (number, amount) => `Chúng tôi đã hoàn ${amount} cho đơn hàng ${number}.`,
    back: "Tiền được trả lại theo cách bạn đã thanh toán.",
    days: (days) => `Bạn sẽ nhận được sau ${days} ngày làm việc.`,
    byHand: "Chúng tôi trả lại tiền như đã thỏa thuận với bạn.",
    creditNoteAttached: "Phiếu ghi có được đính kèm.",
    plusTax: (amount) => `cộng thuế ${amount}`,
    total: "Đã hoàn tiền",
  },
  testOrder: {
    mark: "Đơn hàng thử",
    text: (number) =>
      `Đây là đơn hàng thử ${number}. Không có khoản tiền nào bị thu và sẽ không có hàng được gửi đi.`,
  },
  shipped: {
    subject: (number, name) => `Đơn hàng ${number} của bạn từ ${name} đang trên đường`,
    heading: "Đơn hàng đang trên đường",
    text: (number) => `Các sản phẩm sau của đơn hàng ${number} đã được gửi đi.`,
    carrier: "Đơn vị vận chuyển",
    trackingNumber: "Mã vận đơn",
    track: "Theo dõi kiện hàng",
    toCome: "Sẽ gửi sau",
    ready: {
      subject: (number, name) => `Đơn hàng ${number} của bạn từ ${name} đã sẵn sàng`,
      heading: "Sẵn sàng để nhận",
      text: (number) => `Bạn có thể đến nhận các sản phẩm sau của đơn hàng ${number}.`,
    },
  },
  delivered: {
    subject: (number, name) => `Đơn hàng ${number} của bạn từ ${name} đã được giao`,
    heading: "Đơn hàng đã đến",
    text: (number) =>
      `Các sản phẩm sau của đơn hàng ${number} đã được giao. Hãy trả lời email này nếu có gì thiếu hoặc hư hỏng.`,
  },
  paymentLink: {
    subject: (name) => `Đơn hàng của bạn tại ${name}: kiểm tra và thanh toán`,
    preview: (total) => `Đơn hàng của bạn đã sẵn sàng để thanh toán: ${total}.`,
    heading: "Đơn hàng của bạn đã sẵn sàng",
    text: (name) =>
      `${name} đã chuẩn bị đơn hàng này cho bạn. Hãy kiểm tra và thanh toán bằng liên kết bên dưới.`,
    button: "Kiểm tra và thanh toán",
    held: (time) => `Các sản phẩm được giữ cho bạn đến ${time}.`,
    reason: (name) =>
      `Bạn nhận được email này vì ${name} đã chuẩn bị một đơn hàng cho địa chỉ này. Hãy trả lời nếu có gì sai.`,
  },
  newsletter: {
    subject: (name) => `Xác nhận đăng ký nhận tin từ ${name}`,
    preview: (name) => `Chỉ còn một bước nữa là ${name} sẽ viết cho bạn.`,
    heading: "Xác nhận đăng ký nhận tin",
    text: (name) =>
      `Có người đã yêu cầu gửi tin của ${name} đến địa chỉ này. Nếu đó là bạn, hãy xác nhận tại đây.`,
    launchText: (name) =>
      `Có người đã yêu cầu ${name} viết đến địa chỉ này khi bộ sưu tập mới ra mắt. Nếu đó là bạn, hãy xác nhận tại đây.`,
    button: "Xác nhận đăng ký",
    ignore:
      "Nếu không phải bạn, bạn không cần làm gì: không mở liên kết thì không ai được đăng ký.",
  },
  subscribed: {
    subject: (name) => `Bạn đã đăng ký nhận tin từ ${name}`,
    heading: "Bạn đã đăng ký",
    text: (name) =>
      `Cảm ơn bạn. Từ nay ${name} sẽ viết cho bạn khi có tin mới, và bạn có thể hủy đăng ký bất cứ lúc nào.`,
    button: (name) => `Ghé thăm ${name}`,
    reason: (name) => `Bạn nhận được email này vì bạn đã đăng ký nhận tin tại ${name}.`,
  },
  stockAsked: {
    subject: (product) => `Bạn có muốn được báo khi ${product} có hàng lại?`,
    heading: "Xác nhận yêu cầu của bạn",
    text: (product, name) =>
      `Có người đã nhờ ${name} viết đến địa chỉ này khi ${product} có hàng lại. Nếu đó là bạn, hãy xác nhận tại đây.`,
    button: "Có, hãy báo cho tôi",
    ignore:
      "Nếu không phải bạn, bạn không cần làm gì: không mở liên kết thì chúng tôi không viết nữa.",
  },
  stockConfirmed: {
    subject: (product) => `Chúng tôi sẽ báo khi ${product} có hàng lại`,
    heading: "Bạn đã có trong danh sách",
    text: (product) => `Chúng tôi sẽ viết cho bạn một lần, ngay khi có thể mua lại ${product}.`,
  },
  backInStock: {
    subject: (product) => `${product} đã có hàng lại`,
    heading: "Đã có hàng lại",
    text: (product) =>
      `Bạn đã nhờ chúng tôi báo: ${product} đã có thể mua lại. Chúng tôi không thể giữ hàng cho bạn.`,
    button: "Xem sản phẩm",
    reason: (name) => `Bạn nhận được email duy nhất này vì bạn đã nhờ ${name} báo tin.`,
  },
  lowStock: {
    subject: (name) => `${name} sắp hết hàng`,
    heading: "Sắp hết hàng",
    text: "Những sản phẩm này đã xuống đến mức cần đặt thêm.",
    left: (units) => `Còn lại: ${units}`,
    reorderPoint: (point) => `Mức đặt thêm: ${point}`,
    reason: (name) => `Bạn nhận được email này vì đây là địa chỉ của ${name}.`,
  },
  orderDisputed: {
    subject: (number, name) => `Khiếu nại thanh toán: đơn hàng ${number} tại ${name}`,
    heading: "Người mua khiếu nại một khoản thanh toán",
    text: (number) =>
      `Khoản thanh toán của đơn hàng ${number} đang bị khiếu nại tại nhà cung cấp thanh toán. Hãy trả lời trong trang quản lý của nhà cung cấp trước thời hạn.`,
    notRefundable: "Cho đến khi khiếu nại được đóng, không thể hoàn số tiền này tại đây.",
    lostHeading: "Khiếu nại đã thua",
    lostText: (number) =>
      `Khiếu nại về đơn hàng ${number} được quyết định có lợi cho người mua và họ đã nhận lại tiền. Đừng hoàn tiền lần nữa.`,
    amount: "Số tiền",
    cause: "Lý do",
    respondBy: "Trả lời trước",
  },
  refundFailed: {
    subject: (number, name) => `Hoàn tiền thất bại: đơn hàng ${number} tại ${name}`,
    heading: "Một khoản hoàn tiền đã thất bại",
    text: (number) =>
      `Nhà cung cấp thanh toán chưa hoàn tiền cho người mua của đơn hàng ${number}, nên cửa hàng vẫn giữ số tiền này. Hãy thử hoàn tiền lại hoặc trả lại tiền bằng cách khác.`,
  },
  primaryHostChanged: {
    subject: (name) => `Địa chỉ chính của ${name} đã thay đổi`,
    heading: "Địa chỉ chính đã thay đổi",
    text: (name) => `Từ nay, các liên kết và email của ${name} dẫn đến một địa chỉ khác.`,
    host: "Địa chỉ chính",
  },
  contactAddressChanged: {
    subject: (name) => `Địa chỉ liên hệ của ${name} đã thay đổi`,
    heading: "Địa chỉ liên hệ đã thay đổi",
    text: (name) =>
      `Tin nhắn gửi đến ${name} sẽ đến một địa chỉ khác ngay khi địa chỉ đó được xác nhận.`,
    address: "Địa chỉ liên hệ mới",
  },
  contact: {
    subject: (from, about) => `Tin nhắn từ ${from}: ${about}`,
    heading: "Tin nhắn mới",
    text: (name) =>
      `Có người đã viết cho ${name} trên trang web. Hãy trả lời email này để phản hồi. Chúng tôi chưa kiểm tra xem địa chỉ email có phải của người gửi hay không.`,
    name: "Tên",
    email: "Email",
    about: "Chủ đề",
    message: "Tin nhắn",
    subjects: {
      Order: "Đơn hàng",
      Shipping: "Vận chuyển",
      "Returns and exchanges": "Đổi trả",
      "Product question": "Câu hỏi về sản phẩm",
      Press: "Báo chí",
      Other: "Khác",
    },
    returnOf: (number) => `Trả hàng cho đơn hàng ${number}`,
    copy: {
      subject: (name) => `Bản sao tin nhắn gửi ${name}`,
      heading: "Bản sao tin nhắn",
      text: (name) => `Đây là bản sao tin nhắn được gửi đến ${name} từ địa chỉ này.`,
      ignore: (name) =>
        `Nếu không phải bạn, hãy bỏ qua email này: người khác đã nhập địa chỉ này trên trang web của ${name}. Tin nhắn bên dưới không phải do ${name} viết.`,
    },
  },
  verifyEmail: {
    subject: (name) => `Xác nhận địa chỉ email của bạn tại ${name}`,
    heading: "Xác nhận địa chỉ email của bạn",
    text: (name) =>
      `Một tài khoản tại ${name} đã được tạo bằng địa chỉ email này. Nếu đó là bạn, hãy xác nhận địa chỉ là của bạn.`,
    button: "Xác nhận địa chỉ email",
    ignore: "Nếu không phải bạn, bạn không cần làm gì.",
  },
  storeEmail: {
    subject: (name) => `Xác nhận địa chỉ liên hệ của một cửa hàng tại ${name}`,
    text: (name) =>
      `Địa chỉ này đã được nhập làm địa chỉ liên hệ của một cửa hàng tại ${name}. Nếu cửa hàng là của bạn, hãy xác nhận rằng cửa hàng có thể gửi tin nhắn đến đây.`,
    store: "Cửa hàng",
  },
  accountExists: {
    subject: (name) => `Bạn đã có tài khoản tại ${name}`,
    heading: "Bạn đã có tài khoản",
    text: (name) =>
      `Có người đã thử mở tài khoản tại ${name} bằng địa chỉ này, nhưng địa chỉ này đã có tài khoản. Nếu đó là bạn, hãy đăng nhập, hoặc đặt mật khẩu mới nếu bạn đã quên.`,
    button: "Đăng nhập",
    ignore: "Nếu không phải bạn, bạn không cần làm gì: tài khoản của bạn vẫn như cũ.",
  },
  resetPassword: {
    subject: (name) => `Đặt mật khẩu mới cho ${name}`,
    heading: "Đặt mật khẩu mới",
    text: (name) =>
      `Có người đã yêu cầu đặt mật khẩu mới cho tài khoản của bạn tại ${name}. Nếu đó là bạn, hãy chọn mật khẩu tại đây.`,
    button: "Chọn mật khẩu mới",
    ignore: "Nếu không phải bạn, bạn không cần làm gì: mật khẩu của bạn vẫn như cũ.",
  },
  passwordChanged: {
    subject: (name) => `Mật khẩu của bạn tại ${name} đã được đổi`,
    heading: "Mật khẩu của bạn đã được đổi",
    text: (name) =>
      `Mật khẩu tài khoản của bạn tại ${name} đã được đổi. Mọi thiết bị phải đăng nhập lại.`,
    othersSignedOut: (name) =>
      `Mật khẩu tài khoản của bạn tại ${name} đã được đổi. Các thiết bị khác phải đăng nhập lại.`,
  },
  changeEmail: {
    subject: (name) => `Xác nhận địa chỉ email mới của bạn tại ${name}`,
    heading: "Xác nhận địa chỉ email mới của bạn",
    text: (name) =>
      `Đây sẽ là địa chỉ email của tài khoản của bạn tại ${name}, ngay khi bạn xác nhận nó là của bạn.`,
    button: "Xác nhận địa chỉ email mới",
    ignore: "Nếu bạn không yêu cầu, bạn không cần làm gì: sẽ không có gì thay đổi.",
  },
  emailChangeAsked: {
    subject: (name) => `Có yêu cầu đổi địa chỉ email tại ${name}`,
    heading: "Có yêu cầu đổi địa chỉ email",
    text: (name) =>
      `Tài khoản của bạn tại ${name} sắp có địa chỉ email khác. Địa chỉ sẽ đổi khi địa chỉ mới được xác nhận.`,
  },
  emailChanged: {
    subject: (name) => `Địa chỉ email của bạn tại ${name} đã được đổi`,
    heading: "Địa chỉ email của bạn đã được đổi",
    text: (name) =>
      `Tài khoản của bạn tại ${name} nay dùng địa chỉ email khác. Đây là email cuối cùng gửi đến địa chỉ cũ.`,
    notYou: "Nếu không phải bạn, hãy liên hệ ngay với cửa hàng.",
  },
  twoFactorOn: {
    subject: (name) => `Đăng nhập hai bước tại ${name} đã bật`,
    heading: "Đăng nhập hai bước đã bật",
    text: (name) =>
      `Từ nay, để đăng nhập vào tài khoản của bạn tại ${name} cần thêm mã từ ứng dụng của bạn. Hãy cất giữ mã khôi phục cẩn thận.`,
  },
  twoFactorOff: {
    subject: (name) => `Đăng nhập hai bước tại ${name} đã tắt`,
    heading: "Đăng nhập hai bước đã tắt",
    text: (name) => `Tài khoản của bạn tại ${name} nay chỉ được bảo vệ bằng mật khẩu.`,
  },
  newSignIn: {
    subject: (name) => `Đăng nhập mới tại ${name}`,
    heading: "Đăng nhập mới",
    text: (name) => `Có người đã đăng nhập vào tài khoản của bạn tại ${name}.`,
    time: "Thời gian",
    device: "Thiết bị",
  },
  invitation: {
    subject: (name) => `Tham gia đội ngũ ${name}`,
    heading: (name) => `Tham gia đội ngũ ${name}`,
    text: (inviter, name) => `${inviter} mời bạn cùng quản lý ${name}.`,
    textWithoutName: (name) => `Bạn được mời cùng quản lý ${name}.`,
    role: "Vai trò",
    button: "Nhận lời mời",
    ignore: "Nếu bạn không biết đây là việc gì, bạn không cần làm gì.",
    reason: (name) => `Bạn nhận được email này vì có người tại ${name} đã nhập địa chỉ này.`,
  },
};
