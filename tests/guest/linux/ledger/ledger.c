// SPDX-License-Identifier: GPL-2.0
/* A module that brings its kernel down: an account loses its owner long before somebody asks for it. */
#include <linux/init.h>
#include <linux/list.h>
#include <linux/module.h>

struct owner {
	int limit;
};

struct account {
	struct list_head link;
	struct owner *owner;
	int balance;
};

static LIST_HEAD(accounts);
static struct owner owner = { .limit = 100 };
static struct account all[3];

static noinline void open_account(struct account *account, int balance)
{
	account->balance = balance;
	account->owner = &owner;
	list_add_tail(&account->link, &accounts);
}

static noinline void close_account(struct account *account)
{
	account->owner = NULL; /* and stays in the list */
}

static noinline int audit(void)
{
	struct account *account;
	int well = 0;

	list_for_each_entry(account, &accounts, link)
		well += account->balance <= account->owner->limit;
	return well;
}

static int crash;
module_param(crash, int, 0);

static int __init ledger_init(void)
{
	int index;

	for (index = 0; index < 3; index++)
		open_account(&all[index], 10 * index);
	if (crash)
		close_account(&all[1]);
	pr_info("ledger: %d accounts are well\n", audit());
	return 0;
}

static void __exit ledger_exit(void)
{
	pr_info("ledger: closed\n");
}

module_init(ledger_init);
module_exit(ledger_exit);
MODULE_LICENSE("GPL");
