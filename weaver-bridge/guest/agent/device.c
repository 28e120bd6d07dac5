// SPDX-License-Identifier: GPL-2.0
/*
 * Weft's hands in a Linux guest without a debug stub: reads memory, keeps an area for advice, and changes the kernel's
 * text by its own text patching while all processors stand. What is changed, the host says; this says whether nobody stands
 * in it. A request is written to the device, its answer is read from it. Unloaded under hooks, it takes them out.
 */
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/slab.h>
#include "agent.h"

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Live weaving by Weft");

static DEFINE_MUTEX(weft_lock);

static ssize_t device_write(struct file *file, const char __user *from, size_t size, loff_t *offset)
{
	struct reply *to = file->private_data;
	struct cursor cursor;
	bool took = false;
	u32 id, op, status;
	u8 *request;

	if (size < 8 || size > MOST)
		return -EINVAL;
	request = vmemdup_user(from, size);
	if (IS_ERR(request))
		return PTR_ERR(request);
	cursor = (struct cursor){ request, request + size };
	id = take(&cursor);
	op = take(&cursor);
	mutex_lock(&weft_lock);
	kvfree(to->bytes);
	*to = (struct reply){ .room = room_for(op, cursor, size) };
	to->bytes = kvmalloc(to->room, GFP_KERNEL);
	if (!to->bytes) {
		mutex_unlock(&weft_lock);
		kvfree(request);
		return -ENOMEM;
	}
	put_word(to, id);
	put_word(to, 0);
	{
		/* What is answered stands behind number and status. */
		struct reply rest = { to->bytes + 8, 0, to->room - 8, 0 };

		status = answer(op, &cursor, &rest, request, &took);
		to->size += rest.size;
	}
	memcpy(to->bytes + 4, &status, 4);
	mutex_unlock(&weft_lock);
	if (!took)
		kvfree(request);
	return size;
}

static ssize_t device_read(struct file *file, char __user *to, size_t size, loff_t *offset)
{
	struct reply *from = file->private_data;
	size_t length;

	mutex_lock(&weft_lock);
	length = min(size, from->size - from->taken);
	if (copy_to_user(to, from->bytes + from->taken, length))
		length = 0;
	from->taken += length;
	mutex_unlock(&weft_lock);
	return length;
}

static int device_open(struct inode *inode, struct file *file)
{
	file->private_data = kzalloc(sizeof(struct reply), GFP_KERNEL);
	return file->private_data ? 0 : -ENOMEM;
}

static int device_release(struct inode *inode, struct file *file)
{
	struct reply *reply = file->private_data;

	kvfree(reply->bytes);
	kfree(reply);
	return 0;
}

static const struct file_operations operations = {
	.owner = THIS_MODULE,
	.open = device_open,
	.release = device_release,
	.read = device_read,
	.write = device_write,
	.llseek = no_llseek,
};

static struct miscdevice device = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "weft-agent",
	.fops = &operations,
	.mode = 0600,
};

static int __init weft_begin(void)
{
	begin_requests();
	return misc_register(&device);
}

static void __exit weft_end(void)
{
	misc_deregister(&device);
	end_requests();
}

module_init(weft_begin);
module_exit(weft_end);
