import type { PayLinkTexts } from "./en.ts";

export const vietnamese: PayLinkTexts = {
  title: "Đơn hàng của bạn",
  opening: "Đang mở đơn hàng của bạn…",
  none: "Không có đơn hàng để hiển thị",
  noneText: "Hãy mở trang này bằng liên kết trong email của bạn.",
  invalid: "Liên kết này không hoạt động",
  invalidText: "Có thể nó đã được thay thế. Hãy dùng liên kết mới nhất hoặc hỏi cửa hàng.",
  expired: "Liên kết này đã hết hạn",
  expiredText: "Hãy xin cửa hàng một liên kết mới. Bạn chưa bị tính tiền.",
  soldOut: "Hết hàng",
  soldOutText:
    "Một sản phẩm của đơn hàng này vừa hết hàng. Bạn chưa bị tính tiền và cửa hàng đã được báo. Hãy liên hệ để chọn sản phẩm khác.",
  unavailable: "Không thể thanh toán đơn hàng này như hiện tại",
  unavailableText:
    "Một phần của đơn hàng không còn nữa. Bạn chưa bị tính tiền và cửa hàng đã được báo. Hãy liên hệ để thay đổi đơn hàng.",
  paid: "Đơn hàng này đã được thanh toán",
  paidText: "Không còn gì phải thanh toán.",
  seeOrder: "Xem đơn hàng",
  ended: "Đơn hàng này không thể thanh toán nữa",
  endedText:
    "Đơn đã hết hạn hoặc bị hủy. Bạn chưa bị tính tiền. Hãy xin cửa hàng một liên kết mới.",
  changed: "Tổng tiền đã thay đổi",
  changedText:
    "Thuế đã thay đổi từ khi đơn hàng này được chuẩn bị. Tổng tiền trước đây là {previous}, nay là {total}.",
  confirm: "Tiếp tục với {total}",
  failed: "Không mở được đơn hàng của bạn",
  failedText: "Hãy kiểm tra kết nối và thử lại. Bạn chưa bị tính tiền.",
  again: "Thử lại",
  contact: "Liên hệ cửa hàng",
  noScript: "Hãy bật JavaScript trong trình duyệt để mở đơn hàng.",
};
