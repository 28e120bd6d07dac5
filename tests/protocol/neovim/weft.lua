-- The configuration that the README gives for Neovim, as a file that the tests run too.
local M = {}

-- `command` starts the server: { "weft", "lsp" }, or { "weft", "lsp", "--beside" } next to a clangd of your own.
function M.setup(command)
  vim.cmd([[autocmd BufRead,BufNewFile *.ah setfiletype aspect]])
  local root = function(file)
    local found = vim.fn.findfile("weft.json", vim.fn.fnamemodify(file, ":p:h") .. ";")
    return vim.fn.fnamemodify(found == "" and file or found, ":p:h")
  end
  local clients = {}
  local attach = function()
    local file = vim.api.nvim_buf_get_name(0)
    local folder = root(file)
    clients[folder] = clients[folder] or vim.lsp.start_client({
      name = "weft",
      cmd = command,
      root_dir = folder,
      -- weft.json names compilers and makes: say this only of kernels whose authors you trust.
      init_options = { trusted = true },
    })
    vim.lsp.buf_attach_client(0, clients[folder])
  end
  vim.api.nvim_create_autocmd("FileType", { pattern = { "c", "cpp", "aspect" }, callback = attach })
end

return M
