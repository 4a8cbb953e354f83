// jquery-ui takes jQuery from the window.
import $ from "jquery"
window.$ = window.jQuery = $
