-- Opens a kernel file and its aspect as a user does, writes what Neovim shows.
local out = {}
local say = function(key, value) out[key] = value end
local wait = function(seconds, holds) return vim.wait(seconds * 1000, holds, 50) end

vim.cmd("filetype on")
package.path = vim.env.WEFT_LUA .. "/?.lua;" .. package.path
require("weft").setup(vim.json and vim.json.decode(vim.env.WEFT_COMMAND) or vim.fn.json_decode(vim.env.WEFT_COMMAND))

local request = function(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 30000) or {}
  for _, answer in pairs(answers) do
    if answer.result ~= nil and answer.result ~= vim.NIL then return answer.result end
  end
  return nil
end
local at = function(pattern, delta)
  vim.fn.cursor(1, 1)
  vim.fn.search(pattern)
  local position = vim.api.nvim_win_get_cursor(0)
  vim.api.nvim_win_set_cursor(0, { position[1], position[2] + (delta or 0) })
  return vim.lsp.util.make_position_params(0, "utf-16")
end

vim.cmd("edit " .. vim.env.WEFT_KERNEL)
-- Requests before the server has said hello are errors in Neovim.
wait(60, function()
  local clients = vim.tbl_values(vim.lsp.buf_get_clients(0))
  return #clients > 0 and clients[1].initialized == true
end)
wait(60, function()
  return request("textDocument/codeLens", { textDocument = vim.lsp.util.make_text_document_params() }) ~= nil
    and #request("textDocument/codeLens", { textDocument = vim.lsp.util.make_text_document_params() }) > 0
end)
local lenses = request("textDocument/codeLens", { textDocument = vim.lsp.util.make_text_document_params() }) or {}
say("lenses", vim.tbl_map(function(lens) return lens.command.title end, lenses))
local hover = request("textDocument/hover", at(vim.env.WEFT_SYMBOL))
say("hover", hover and hover.contents.value or "")
local definitions = request("textDocument/definition", at(vim.env.WEFT_SYMBOL)) or {}
say("definitions", vim.tbl_map(function(place) return vim.fn.fnamemodify(vim.uri_to_fname(place.uri or place.targetUri), ":t") end, definitions))
local symbols = request("textDocument/documentSymbol", { textDocument = vim.lsp.util.make_text_document_params() }) or {}
say("symbols", #symbols)

vim.cmd("edit " .. vim.env.WEFT_ASPECT)
say("filetype", vim.bo.filetype)
vim.api.nvim_buf_set_lines(0, -1, -1, false, { 'aspect Broken { advice execution("% nothing_like_this(...) : before() { } };' })
wait(60, function() return #vim.diagnostic.get(0) > 0 end)
say("problems", vim.tbl_map(function(item) return item.message end, vim.diagnostic.get(0)))

vim.fn.writefile({ vim.fn.json_encode(out) }, vim.env.WEFT_OUT)
vim.cmd("qall!")
